/** Queries of the ledger pages, and their pages one after another. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { LedgerPosting } from '../../../../contract/accounts/ledger-view.ts'
import type { LedgerEntry } from '../../../../contract/dashboard.ts'
import { read } from '../../api/client.ts'

/** From the page's address; the server rejects unknown values. */
export interface PostingSearch {
  readonly place?: string | undefined
  readonly currency?: string | undefined
  readonly cause?: string | undefined
  readonly before?: string | undefined
}

const given = (search: object) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== '')) as Readonly<
    Record<string, string>
  >

export const postingsQuery = (search: PostingSearch) =>
  queryOptions({
    queryKey: ['postings', search],
    queryFn: () => read('listPostings', { query: given(search) }),
    placeholderData: keepPreviousData,
  })

/** Made every minute without an event, so the page polls. */
export const checkpointQuery = queryOptions({
  queryKey: ['ledger-checkpoint'],
  refetchInterval: 30_000,
  queryFn: () => read('getLedgerCheckpoint'),
})

export const verifyLedger = () => read('verifyLedger')

export async function* allPostings(search: PostingSearch): AsyncGenerator<readonly LedgerPosting[], void, undefined> {
  let before: string | undefined
  do {
    const page = await read('listPostings', { query: given({ ...search, before }) })
    yield page.postings
    before = page.nextCursor
  } while (before !== undefined)
}

/** @param before cursor of an earlier page */
export const ledgerQuery = (accountId: string, before?: string) =>
  queryOptions({
    queryKey: ['ledger', accountId, before],
    queryFn: () => read('getAccountLedger', { id: accountId, query: given({ before }) }),
    placeholderData: keepPreviousData,
  })

export async function* allEntries(accountId: string): AsyncGenerator<readonly LedgerEntry[], void, undefined> {
  let before: string | undefined
  do {
    const page = await read('getAccountLedger', { id: accountId, query: given({ before }) })
    yield page.entries
    before = page.nextCursor
  } while (before !== undefined)
}
