/** Ledger page: the trial balance, and every posting with filters and export. */
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { trialBalanceQuery } from '../../api/queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ExportButton } from '../../ui/lists/export-button.tsx'
import { Pager } from '../../ui/lists/pager.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { TrialBalance } from '../home/trial-balance.tsx'
import { CheckpointCard } from './checkpoint-card.tsx'
import { PostingFilters } from './filters.tsx'
import { PostingTable } from './posting-table.tsx'
import { postingRow, postingsHeader } from './postings-csv.ts'
import { allPostings, postingsQuery } from './queries.ts'

export function LedgerPage() {
  const { data, error } = useQuery(trialBalanceQuery)
  return (
    <div className="flex flex-col gap-6">
      <title>Ledger · Causeway</title>
      <header>
        <h1 className="text-2xl font-semibold tracking-tight">Ledger</h1>
        <p className="mt-1 max-w-2xl text-muted">
          Each posting moves one amount from one account to another. Postings are never changed or removed.
        </p>
      </header>
      <Problem error={error} />
      {!data && !error && <Waiting lines={6} />}
      {data && <TrialBalance lines={data} />}
      <CheckpointCard />
      <Postings />
    </div>
  )
}

function Postings() {
  const { before, ...search } = useSearch({ from: '/ledger' })
  const { data, error, isPlaceholderData } = useQuery(postingsQuery({ ...search, before }))
  const isFiltered = Object.values(search).some((value) => value !== undefined)
  const isEmpty = data?.data.length === 0
  return (
    <>
      <Card
        title="Postings"
        aside={
          data &&
          !isEmpty && (
            <ExportButton
              file="postings.csv"
              header={postingsHeader}
              pages={async function* () {
                for await (const page of allPostings(search)) yield page.map(postingRow)
              }}
            />
          )
        }
      >
        <PostingFilters />
        <Problem error={error} />
        {!data && !error && <Waiting lines={8} />}
        {data && !isEmpty && (
          <div className={`transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}>
            <PostingTable postings={data.data} />
          </div>
        )}
        {isEmpty && (
          <Empty
            title={isFiltered ? 'No matching postings' : 'No postings yet'}
            action={
              <Link to="/payments/new" search={{}} className={buttonClass({ look: 'primary' })}>
                Make a payment
              </Link>
            }
          >
            {isFiltered
              ? 'Change the filters, which look at the newest 20,000 postings.'
              : 'Every payment makes postings.'}
          </Empty>
        )}
      </Card>
      <Pager
        newest={
          before && (
            <Link to="/ledger" search={search} className={buttonClass()}>
              Newest
            </Link>
          )
        }
        older={
          data?.nextCursor && (
            <Link to="/ledger" search={{ ...search, before: data.nextCursor }} className={buttonClass()}>
              Older
            </Link>
          )
        }
      />
    </>
  )
}
