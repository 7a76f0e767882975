/** Payees of an agent: anyone, the existing accounts, or a list; and whether payees that it adds need approval. */
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { PayeeScope, PolicyDraft, PolicyEditing } from './draft.ts'

const SCOPES: Readonly<Record<PayeeScope, string>> = {
  ANY: 'Any payee',
  EXISTING: 'External accounts of the customer',
  LISTED: 'Only these payees',
}

export function PayeeFields({ draft, faults, payees, onChange }: Omit<PolicyEditing, 'accounts'>) {
  const { payeeScope, payees: listed, umaAddresses, newPayees } = draft
  return (
    <>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {Object.entries(SCOPES).map(([scope, word]) => (
          <label key={scope} className="flex items-center gap-2.5">
            <input
              type="radio"
              checked={payeeScope === scope}
              onChange={() => onChange({ payeeScope: scope as PayeeScope })}
              className="size-4 accent-accent"
            />
            {word}
          </label>
        ))}
      </div>
      {payeeScope === 'LISTED' && (
        <>
          <ul className="grid grid-cols-1 gap-x-10 md:grid-cols-2">
            {payees.map(({ id, name }) => (
              <li key={id} className="border-t border-line py-2">
                <label className="flex min-h-9 min-w-0 items-center gap-3">
                  <input
                    type="checkbox"
                    checked={listed.includes(id)}
                    onChange={({ target }) =>
                      onChange({ payees: target.checked ? [...listed, id] : listed.filter((one) => one !== id) })
                    }
                    className="size-4 shrink-0 accent-accent"
                  />
                  <span className="truncate">{name}</span>
                </label>
              </li>
            ))}
          </ul>
          <TextField
            label="UMA addresses"
            value={umaAddresses}
            onChange={(text) => onChange({ umaAddresses: text })}
            placeholder="$harbor@bank.example, $nora@bank.example"
            fault={faults.umaAddresses}
          />
        </>
      )}
      <div className="flex">
        <SelectField
          label="New payees"
          value={newPayees}
          onChange={(value) => onChange({ newPayees: value as PolicyDraft['newPayees'] })}
        >
          <option value="APPROVAL_REQUIRED">Require your approval</option>
          <option value="AUTO">Can be paid immediately</option>
        </SelectField>
      </div>
    </>
  )
}
