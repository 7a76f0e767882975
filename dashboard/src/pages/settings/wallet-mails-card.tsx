/** Branding and one-time codes of the mails to holders of wallets. */
import { useState } from 'react'
import type { PlatformConfig } from '../../../../contract/platform/config.ts'
import { Card } from '../../ui/card.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { SaveButton, useSaving } from './saving.tsx'

type Config = NonNullable<PlatformConfig['embeddedWalletConfig']>
type Name = keyof Config

const FIELDS: readonly { name: Name; label: string; placeholder: string; isNumber?: boolean; hint?: string }[] = [
  { name: 'appName', label: 'Name of the app', placeholder: 'Acme Pay' },
  { name: 'sendFromEmailSenderName', label: 'Sender', placeholder: 'Acme Pay' },
  { name: 'sendFromEmailAddress', label: 'Sender address', placeholder: 'no-reply@acme.example' },
  { name: 'replyToEmailAddress', label: 'Reply to', placeholder: 'help@acme.example' },
  { name: 'logoUrl', label: 'Logo', placeholder: 'https://acme.example/logo.png' },
  { name: 'otpLength', label: 'Length of a code', placeholder: '6', isNumber: true, hint: '4 to 12 characters' },
  {
    name: 'expirationSeconds',
    label: 'Lifetime of a code, in seconds',
    placeholder: '300',
    isNumber: true,
    hint: 'At most 86,400',
  },
]

const textsIn = (config: Config): Record<string, string> =>
  Object.fromEntries(Object.entries(config).map(([name, value]) => [name, String(value)]))

export function WalletMailsCard({ saved }: { saved: Config }) {
  const before = textsIn(saved)
  /** Values that differ from the saved ones. */
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const texts = { ...before, ...typed }
  const saving = useSaving(() => setTyped({}))
  const set = (name: Name, text: string) => setTyped((others) => ({ ...others, [name]: text }))
  const changed = Object.entries(typed).filter(([name, text]) => text.trim() !== '' && text !== (before[name] ?? ''))
  const isNumber = (name: string) => FIELDS.some((field) => field.name === name && field.isNumber)
  const valueIn = (name: string, text: string) =>
    name === 'alphanumeric' ? text === 'true' : isNumber(name) ? Number(text) : text.trim()
  return (
    <Card title="Mails to holders of wallets">
      <form
        className="flex flex-col gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          saving.mutate({
            embeddedWalletConfig: Object.fromEntries(changed.map(([name, text]) => [name, valueIn(name, text)])),
          })
        }}
      >
        <p className="text-muted">A value can be changed but not removed.</p>
        <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
          {FIELDS.map(({ name, label, placeholder, hint, isNumber: isDigits }) => (
            <TextField
              key={name}
              label={label}
              placeholder={placeholder}
              hint={hint}
              {...(isDigits && { inputMode: 'numeric' as const })}
              value={texts[name] ?? ''}
              onChange={(text) => set(name, text)}
            />
          ))}
          <SelectField
            label="Characters of a code"
            value={texts.alphanumeric ?? 'false'}
            onChange={(text) => set('alphanumeric', text)}
          >
            <option value="false">Digits</option>
            <option value="true">Digits and letters</option>
          </SelectField>
        </div>
        <SaveButton saving={saving} isUnchanged={changed.length === 0} />
      </form>
    </Card>
  )
}
