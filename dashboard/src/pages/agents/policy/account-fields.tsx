/** Accounts that an agent may use, and rules for single accounts. */
import type { Holding } from '../../../api/agents.ts'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { Money } from '../../../ui/money.tsx'
import type { PolicyEditing, RuleDraft } from './draft.ts'
import { LimitField } from './limit-field.tsx'

const NO_RULE: RuleDraft = { mode: '', limit: '' }

/** What distinguishes the accounts of one customer. */
export const accountName = ({ balance, type }: Holding): string =>
  `${balance.currency.code} ${type === 'EMBEDDED_WALLET' ? 'wallet' : 'balance'}`

/** Currencies are not compared: only whether the account holds money matters. */
export const fundedFirst = (accounts: readonly Holding[]): Holding[] =>
  accounts.toSorted(
    (a, b) =>
      Number(b.balance.amount > 0) - Number(a.balance.amount > 0) || accountName(a).localeCompare(accountName(b)),
  )

export function AccountFields({ draft, faults, accounts, onChange }: Omit<PolicyEditing, 'payees'>) {
  const { allowed, rules } = draft
  const toggle = (id: string, isOn: boolean) =>
    onChange({ allowed: isOn ? [...(allowed ?? []), id] : (allowed ?? []).filter((one) => one !== id) })
  return (
    <>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {[
          { word: 'All of the customer’s accounts', isChosen: allowed === null, value: null },
          { word: 'Only these accounts', isChosen: allowed !== null, value: accounts.map(({ id }) => id) },
        ].map(({ word, isChosen, value }) => (
          <label key={word} className="flex items-center gap-2.5">
            <input
              type="radio"
              checked={isChosen}
              onChange={() => onChange({ allowed: value })}
              className="size-4 accent-accent"
            />
            {word}
          </label>
        ))}
      </div>
      <ul className="grid grid-cols-1 gap-x-10 md:grid-cols-2">
        {fundedFirst(accounts).map((account) => {
          const isUsable = allowed === null || allowed.includes(account.id)
          return (
            <li key={account.id} className="border-t border-line py-2">
              <div className="flex min-h-9 items-center justify-between gap-3">
                <label className={`flex min-w-0 items-center gap-3 ${isUsable ? '' : 'text-muted'}`}>
                  <input
                    type="checkbox"
                    checked={isUsable}
                    disabled={allowed === null}
                    onChange={({ target }) => toggle(account.id, target.checked)}
                    className="size-4 shrink-0 accent-accent"
                  />
                  <span className="truncate">{accountName(account)}</span>
                </label>
                <Money of={account.balance} className="text-sm text-muted" />
              </div>
              {isUsable && (
                <AccountRule
                  name={accountName(account)}
                  currency={draft.currency}
                  rule={rules[account.id] ?? NO_RULE}
                  fault={faults[`rule ${account.id}`]}
                  onChange={(rule) => onChange({ rules: { ...rules, [account.id]: rule } })}
                />
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

interface AccountRuleProps {
  readonly name: string
  readonly currency: string
  readonly rule: RuleDraft
  readonly fault: string | undefined
  readonly onChange: (rule: RuleDraft) => void
}

/** Collapsed as long as nothing is set in it. */
function AccountRule({ name, currency, rule, fault, onChange }: AccountRuleProps) {
  const isSet = rule.mode !== '' || rule.limit !== ''
  return (
    <details open={isSet || fault !== undefined} className="ml-7">
      <summary className="text-sm text-accent">
        {isSet ? 'Separate rule' : 'Add separate rule'}
        <span className="sr-only"> for the {name}</span>
      </summary>
      <div className="flex flex-wrap gap-3 pt-2 pb-1">
        <div className="min-w-44 flex-1">
          <SelectField
            label="Payments are executed"
            value={rule.mode}
            onChange={(mode) => onChange({ ...rule, mode: mode as RuleDraft['mode'] })}
          >
            <option value="">Default</option>
            <option value="AUTO">Automatically, up to an amount</option>
            <option value="APPROVAL_REQUIRED">After your approval</option>
          </SelectField>
        </div>
        <div className="min-w-36 flex-1">
          <LimitField
            label="Per payment"
            currency={currency}
            value={rule.limit}
            fault={fault}
            hint="Leave empty for the default"
            onChange={(limit) => onChange({ ...rule, limit })}
          />
        </div>
      </div>
    </details>
  )
}
