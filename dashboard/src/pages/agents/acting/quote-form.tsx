/** Form that gets a quote as the agent, from accounts that the agent can read. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { QuoteRequest } from '../../../../../contract/payments/quotes.ts'
import { type Holding, PAGE_MAX } from '../../../api/agents.ts'
import { formatMinor, parseMajor } from '../../../format/money.ts'
import { Button } from '../../../ui/button.tsx'
import { AmountField } from '../../../ui/fields/amount-field.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { Empty, Problem, Waiting } from '../../../ui/note.tsx'
import { accountName, fundedFirst } from '../policy/account-fields.tsx'
import type { Acting, AgentQuote, Payee } from './acting.ts'

interface QuoteFormProps {
  readonly acting: Acting
  readonly onQuote: (quote: AgentQuote) => void
}

export function QuoteForm({ acting, onQuote }: QuoteFormProps) {
  const { agentId, api } = acting
  const accounts = useQuery({
    queryKey: ['acting-accounts', agentId],
    queryFn: () => api('agentListInternalAccounts', { query: { limit: PAGE_MAX } }),
  })
  const payees = useQuery({
    queryKey: ['acting-payees', agentId],
    queryFn: () => api('agentListPayees', { query: { limit: PAGE_MAX } }),
  })
  if (!accounts.data || !payees.data)
    return accounts.error || payees.error ? <Problem error={accounts.error ?? payees.error} /> : <Waiting lines={5} />
  // A payment from a wallet is signed by its holder, and one to a UMA address begins with a lookup.
  const sources = fundedFirst(accounts.data.data.filter(({ type }) => type !== 'EMBEDDED_WALLET'))
  const external = payees.data.data.filter(({ type }) => type === 'EXTERNAL_ACCOUNT')
  if (sources.length === 0 || external.length === 0)
    return (
      <Empty isCompact title="Nothing to pay with">
        The policy allows no account to pay from, or no external account to pay.
      </Empty>
    )
  return <Fields acting={acting} sources={sources} payees={external} onQuote={onQuote} />
}

interface FieldsProps extends QuoteFormProps {
  readonly sources: readonly Holding[]
  readonly payees: readonly Payee[]
}

function Fields({ acting, sources, payees, onQuote }: FieldsProps) {
  const [from, setFrom] = useState(sources[0]?.id ?? '')
  const [to, setTo] = useState<string>(payees[0]?.externalAccountId ?? '')
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const source = sources.find(({ id }) => id === from)
  const amount = source && parseMajor(text, source.balance.currency.decimals)
  const quoting = useMutation({
    mutationFn: (body: QuoteRequest) => acting.api('agentCreateQuote', { body }),
    onSuccess: onQuote,
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (!source || !amount) return
    quoting.mutate({
      source: { sourceType: 'ACCOUNT', accountId: source.id },
      destination: { destinationType: 'ACCOUNT', accountId: to as `ExternalAccount:${string}` },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: amount,
    })
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <SelectField label="From" value={from} onChange={setFrom}>
          {sources.map((account) => (
            <option key={account.id} value={account.id}>
              {accountName(account)}: {formatMinor(account.balance.amount, account.balance.currency.decimals)}
            </option>
          ))}
        </SelectField>
        <SelectField label="To" value={to} onChange={setTo}>
          {payees.map((payee) => (
            <option key={payee.externalAccountId} value={payee.externalAccountId}>
              {payeeName(payee)}
            </option>
          ))}
        </SelectField>
      </div>
      <AmountField
        label="Amount to send"
        currency={source?.balance.currency.code ?? ''}
        value={text}
        onChange={setText}
        fault={isTried && !amount ? 'Enter an amount above zero.' : undefined}
        hint="The fee is included."
      />
      <Problem error={quoting.error} hasCode />
      <Button type="submit" look="primary" disabled={quoting.isPending} className="self-start">
        {quoting.isPending ? 'Getting a rate …' : 'Get a quote'}
      </Button>
    </form>
  )
}

const payeeName = ({ name, currency, identifierEnding }: Payee): string =>
  `${name ?? 'Account'} ··${identifierEnding ?? ''} ${currency ?? ''}`.trim()
