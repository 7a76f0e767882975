/** The platform's own reference for an account, and whether customer deposits arrive there. */
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

export interface OwnFacts {
  readonly platformAccountId: string
  readonly isDefault: boolean
}

interface OwnUseProps {
  readonly value: OwnFacts
  readonly onChange: (value: OwnFacts) => void
  readonly fault: string | undefined
  /** Only customers have a UMA address. */
  readonly canTakeDeposits: boolean
}

export function OwnUse({ value, onChange, fault, canTakeDeposits }: OwnUseProps) {
  return (
    <Card title="Your reference">
      <div className="flex flex-col gap-4 pt-1">
        <TextField
          label="Your account id (optional)"
          value={value.platformAccountId}
          onChange={(platformAccountId) => onChange({ ...value, platformAccountId })}
          placeholder="supplier-17"
          fault={fault}
        />
        {canTakeDeposits && (
          <label className="flex items-start gap-3">
            <input
              type="checkbox"
              checked={value.isDefault}
              onChange={(event) => onChange({ ...value, isDefault: event.target.checked })}
              className="mt-1 size-4 shrink-0 accent-accent"
            />
            <span>
              Use as the default for UMA deposits
              <span className="block text-sm text-muted">Replaces the current default account.</span>
            </span>
          </label>
        )}
      </div>
    </Card>
  )
}
