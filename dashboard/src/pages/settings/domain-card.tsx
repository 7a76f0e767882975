/** Domain of the customers' UMA addresses. */
import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { SaveButton, useSaving } from './saving.tsx'

export function DomainCard({ saved }: { saved: string }) {
  /** Undefined: nothing was typed, or it was saved. */
  const [typed, setTyped] = useState<string>()
  const umaDomain = typed ?? saved
  const saving = useSaving(() => setTyped(undefined))
  return (
    <Card title="UMA domain">
      <form
        className="flex flex-col gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          saving.mutate({ umaDomain: umaDomain.trim() })
        }}
      >
        <TextField
          label="Domain"
          isCode
          placeholder="acme.example"
          hint={`Customers are paid at $name@${umaDomain.trim() || 'domain'}.`}
          value={umaDomain}
          onChange={setTyped}
        />
        <SaveButton saving={saving} isUnchanged={umaDomain.trim() === saved} />
      </form>
    </Card>
  )
}
