/** Page of UMA: paying an address, receiving from one in the sandbox, and the institutions that are known. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { UmaProvider } from '../../../../contract/payments/uma-providers.ts'
import { api } from '../../api/client.ts'
import { overviewQuery } from '../../api/queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Problem, Waiting } from '../../ui/note.tsx'
import { Cell, type Column, Table } from '../../ui/table.tsx'
import { BetweenBanks } from './between-banks.tsx'
import { ReceiveForm } from './receive-form.tsx'

const INSTITUTIONS_MAX = 100
const institutionsQuery = queryOptions({
  queryKey: ['uma-providers'],
  queryFn: () => api('getAvailableUmaProviders', { query: { limit: INSTITUTIONS_MAX } }),
})

export function UmaPage() {
  const { data: overview, error } = useQuery(overviewQuery)
  const institutions = useQuery(institutionsQuery)
  return (
    <div className="flex flex-col gap-6">
      <title>UMA · Causeway</title>
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="max-w-2xl">
          <h1 className="text-2xl font-semibold tracking-tight">UMA</h1>
          <p className="mt-1 text-muted">
            Universal Money Addresses work like an email address for money: {'$name@institution'}. Institutions agree on
            amount, currency and the details of sender and receiver before the money moves.
          </p>
        </div>
        <Link to="/payments/new" search={{ to: 'uma' }} className={buttonClass({ look: 'primary' })}>
          Pay a UMA address
        </Link>
      </header>
      <Problem error={error ?? institutions.error} />
      {overview?.mode === 'sandbox' && <BetweenBanks />}
      {overview?.mode === 'sandbox' && <ReceiveForm accounts={overview.accounts} />}
      <Card title="Institutions">
        {!institutions.data && !institutions.error && <Waiting lines={3} />}
        {institutions.data && <Institutions institutions={institutions.data.data} />}
      </Card>
    </div>
  )
}

const COLUMNS: readonly Column[] = [
  { title: 'Institution' },
  { title: 'Currencies', from: 'sm' },
  { title: 'Countries', from: 'md' },
  { title: 'Payments', isRight: true },
]

function Institutions({ institutions }: { institutions: readonly UmaProvider[] }) {
  return (
    <Table columns={COLUMNS}>
      {institutions.map(({ domain, name, supportedCurrencies, supportedRegions, allowListStatus }) => (
        <tr key={domain}>
          <Cell>
            {name}
            <span className="block font-mono text-[0.8rem] text-muted [overflow-wrap:anywhere]">{domain}</span>
          </Cell>
          <Cell from="sm">{shortList(supportedCurrencies.map(({ code }) => code))}</Cell>
          <Cell from="md">{shortList(supportedRegions)}</Cell>
          <Cell isRight className={allowListStatus ? 'text-done' : 'text-bad'}>
            {allowListStatus ? 'Allowed' : 'Blocked'}
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

const SHOWN = 6

function shortList(words: readonly string[]): string {
  if (words.length === 0) return 'Unknown'
  const others = words.length - SHOWN
  return others > 0 ? `${words.slice(0, SHOWN).join(', ')} and ${others} more` : words.join(', ')
}
