/** Dialog that issues a card: its holder, its funding sources and its cap on a purchase. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useId, useState } from 'react'
import type { InternalAccount } from '../../../../contract/accounts/internal-accounts.ts'
import type { Card, CardCreateRequest } from '../../../../contract/cards/cards.ts'
import { holdingsQuery } from '../../api/cards.ts'
import { api } from '../../api/client.ts'
import { overviewQuery } from '../../api/queries.ts'
import { parseMajor } from '../../format/money.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Money } from '../../ui/money.tsx'
import { Problem } from '../../ui/note.tsx'
import { SOURCES_MAX } from './funding/funding-sources.tsx'
import { type SourceIds, SourceList, shortOf } from './funding/source-list.tsx'
import { holdersIn } from './holders.ts'

/** With their decimals. */
const CURRENCIES: Readonly<Record<string, number>> = { USD: 2, USDB: 6 }
const SUFFIXES =
  'In the sandbox the suffix selects an outcome: 001 is never issued, 002 is rejected, 005 takes thirty seconds.'

export function IssueDialog({ holder, onClose }: { holder: string | undefined; onClose: () => void }) {
  const { data: overview } = useQuery(overviewQuery)
  const [customerId, setCustomerId] = useState(holder ?? '')
  const [sources, setSources] = useState<readonly string[]>([])
  const [platformCardId, setPlatformCardId] = useState('')
  const [capText, setCapText] = useState('')
  const holdings = useQuery({ ...holdingsQuery(customerId), enabled: customerId !== '' })
  const currency = holdings.data?.find(({ id }) => id === sources[0])?.balance.currency.code ?? 'USD'
  const cap = capText === '' ? undefined : parseMajor(capText, CURRENCIES[currency] as number)
  const isCapWrong = capText !== '' && !cap
  const client = useQueryClient()
  const navigate = useNavigate({ from: '/cards' })
  const issue = useMutation({
    mutationFn: (body: CardCreateRequest) => api('createCard', { body }),
    onSuccess: ({ id }) => {
      client.invalidateQueries()
      navigate({ to: '/cards/$id', params: { id } })
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    issue.mutate({
      cardholderId: customerId as Card['cardholderId'],
      form: 'VIRTUAL',
      fundingSources: sources as unknown as SourceIds,
      ...(platformCardId && { platformCardId }),
      ...(cap && { maxSpendPerTransaction: cap }),
    })
  }
  return (
    <Dialog title="Issue a card" isWide onClose={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-5">
        <HolderChoice
          holders={holdersIn(overview?.accounts ?? [])}
          hasMore={overview?.hasMoreAccounts ?? false}
          chosen={customerId}
          onChoose={(id) => {
            setCustomerId(id)
            setSources([])
          }}
        />
        {customerId && <SourceChoice customerId={customerId} sources={sources} onChange={setSources} />}
        <TextField
          label="Your card id (optional)"
          value={platformCardId}
          onChange={setPlatformCardId}
          placeholder="card-4711"
          {...(overview?.mode === 'sandbox' && { hint: SUFFIXES })}
        />
        <TextField
          label={`Spending limit per purchase in ${currency} (optional)`}
          value={capText}
          onChange={setCapText}
          inputMode="decimal"
          placeholder="None"
          fault={isCapWrong ? `Enter an amount in ${currency} above zero` : undefined}
        />
        <Problem error={issue.error} />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={sources.length === 0 || isCapWrong || issue.isPending}>
            {issue.isPending ? 'Issuing …' : 'Issue the card'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface HolderChoiceProps {
  readonly holders: ReturnType<typeof holdersIn>
  readonly hasMore: boolean
  readonly chosen: string
  readonly onChoose: (id: string) => void
}

function HolderChoice({ holders, hasMore, chosen, onChoose }: HolderChoiceProps) {
  const field = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={field} className="text-sm font-medium">
        Cardholder
      </label>
      <select
        id={field}
        required
        value={chosen}
        onChange={({ target }) => onChoose(target.value)}
        className="min-h-11 rounded-lg border border-edge bg-surface px-3"
      >
        <option value="">Choose a customer</option>
        {holders.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {hasMore && (
        <p className="text-sm text-muted">
          Showing the customers with the largest balances. For another one, open this page with ?issue=new&amp;holder=
          and the id.
        </p>
      )}
    </div>
  )
}

interface SourceChoiceProps {
  readonly customerId: string
  readonly sources: readonly string[]
  readonly onChange: (sources: readonly string[]) => void
}

function SourceChoice({ customerId, sources, onChange }: SourceChoiceProps) {
  const { data, error } = useQuery(holdingsQuery(customerId))
  const eligible = data?.filter(({ status, balance }) => status === 'ACTIVE' && balance.currency.code in CURRENCIES)
  const currency = eligible?.find(({ id }) => id === sources[0])?.balance.currency.code
  const addable = eligible?.filter(({ id }) => !sources.includes(id)) ?? []
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">Funding sources</legend>
      <p className="text-sm text-muted">
        A purchase is paid by the first source that covers it. All sources are in the card’s currency. A wallet pays
        only with its holder’s consent, which you request on the card’s page.
      </p>
      <Problem error={error} />
      {sources.length > 0 && (
        <SourceList order={sources as unknown as SourceIds} accounts={eligible ?? []} onChange={onChange} canBeEmpty />
      )}
      {eligible?.length === 0 && <p>This customer has no active account in USD or USDB.</p>}
      <ul className="flex flex-col gap-2">
        {addable.map((account) => (
          <li key={account.id}>
            <AddSource
              account={account}
              obstacle={findObstacle(account, currency, sources.length)}
              onAdd={() => onChange([...sources, account.id])}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

function findObstacle({ balance }: InternalAccount, currency: string | undefined, count: number): string | undefined {
  if (count >= SOURCES_MAX) return `A card has at most ${SOURCES_MAX} sources`
  return currency && balance.currency.code !== currency ? `The card is in ${currency}` : undefined
}

interface AddSourceProps {
  readonly account: InternalAccount
  readonly obstacle: string | undefined
  readonly onAdd: () => void
}

function AddSource({ account: { id, balance }, obstacle, onAdd }: AddSourceProps) {
  return (
    <button
      type="button"
      disabled={obstacle !== undefined}
      onClick={onAdd}
      aria-label={`Add ${balance.currency.code} ${shortOf(id)}`}
      className="flex w-full items-center gap-3 rounded-xl border border-dashed border-edge px-4 py-2.5 text-left hover:bg-sunken disabled:opacity-55 disabled:hover:bg-transparent"
    >
      <span aria-hidden="true" className="text-xl leading-none text-accent">
        +
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{balance.currency.name}</span>
        <span className="block truncate text-sm text-muted">{obstacle ?? shortOf(id)}</span>
      </span>
      <Money of={balance} />
    </button>
  )
}
