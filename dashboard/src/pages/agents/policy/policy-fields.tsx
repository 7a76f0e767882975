/** Fields of a policy, each with an explanation. */
import { type ReactNode, useId } from 'react'
import { AGENT_PERMISSIONS, type AgentPermission } from '../../../../../contract/agents/agent-policies.ts'
import { CURRENCY_CODES } from '../../../format/currency.ts'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { AccountFields } from './account-fields.tsx'
import type { PolicyDraft, PolicyEditing } from './draft.ts'
import { LimitField } from './limit-field.tsx'
import { PayeeFields } from './payee-fields.tsx'

const PERMISSIONS: Readonly<Record<AgentPermission, string>> = {
  VIEW_TRANSACTIONS: 'View balances and payments',
  CREATE_QUOTES: 'Create quotes',
  EXECUTE_QUOTES: 'Execute quotes',
  CREATE_TRANSFERS: 'Transfer in and out',
  MANAGE_EXTERNAL_ACCOUNTS: 'Register and delete external accounts',
}

export function PolicyFields({ draft, faults, accounts, payees, onChange }: PolicyEditing) {
  const limit = (field: 'perTransaction' | 'daily' | 'dailyCount' | 'monthly' | 'threshold' | 'dailyThreshold') => ({
    value: draft[field],
    fault: faults[field],
    onChange: (text: string) => onChange({ [field]: text }),
  })
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-7 lg:grid-cols-2">
      <div className="flex flex-col gap-7">
        <Group title="Permissions">
          {AGENT_PERMISSIONS.map((permission) => (
            <label key={permission} className="flex items-center gap-3 py-1">
              <input
                type="checkbox"
                checked={draft.permissions.includes(permission)}
                onChange={({ target }) =>
                  onChange({
                    permissions: target.checked
                      ? [...draft.permissions, permission]
                      : draft.permissions.filter((one) => one !== permission),
                  })
                }
                className="size-4 shrink-0 accent-accent"
              />
              {PERMISSIONS[permission]}
            </label>
          ))}
        </Group>
        <Group title="Approval">
          <div className="flex">
            <SelectField
              label="Payments are executed"
              value={draft.mode}
              onChange={(mode) => onChange({ mode: mode as PolicyDraft['mode'] })}
            >
              <option value="AUTO">Automatically, up to an amount</option>
              <option value="APPROVAL_REQUIRED">After your approval</option>
            </SelectField>
          </div>
          <div className="flex gap-3">
            <LimitField label="Require approval above" hint="Empty: never" {...limit('threshold')} />
            <div className="w-28">
              <CurrencyField
                label="In"
                value={draft.thresholdCurrency}
                onChange={(thresholdCurrency) => onChange({ thresholdCurrency })}
              />
            </div>
          </div>
          <LimitField
            label="Require approval above, per day"
            currency={draft.currency}
            hint="Empty: never"
            {...limit('dailyThreshold')}
          />
        </Group>
      </div>
      <Group title="Limits, fees included">
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <LimitField label="Per payment" currency={draft.currency} {...limit('perTransaction')} />
          <LimitField label="Per day" currency={draft.currency} hint="Empty: no limit" {...limit('daily')} />
          <LimitField label="Payments per day" {...limit('dailyCount')} />
          <LimitField label="Per month" currency={draft.currency} hint="Empty: no limit" {...limit('monthly')} />
        </div>
        <div className="flex">
          <CurrencyField
            label="Currency of the limits"
            value={draft.currency}
            onChange={(currency) => onChange({ currency })}
            hint="Payments in other currencies are converted and rounded up."
          />
        </div>
      </Group>
      <div className="lg:col-span-2">
        <Group title="Allowed accounts">
          <AccountFields draft={draft} faults={faults} accounts={accounts} onChange={onChange} />
        </Group>
      </div>
      <div className="lg:col-span-2">
        <Group title="External payees">
          <PayeeFields draft={draft} faults={faults} payees={payees} onChange={onChange} />
        </Group>
      </div>
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <fieldset aria-labelledby={heading} className="flex min-w-0 flex-col gap-3">
      <legend id={heading} className="mb-3 font-semibold">
        {title}
      </legend>
      {children}
    </fieldset>
  )
}

interface CurrencyFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (code: string) => void
  readonly hint?: string
}

function CurrencyField(props: CurrencyFieldProps) {
  return (
    <SelectField {...props}>
      {CURRENCY_CODES.map((code) => (
        <option key={code}>{code}</option>
      ))}
    </SelectField>
  )
}
