/** Queries of the ledger pages, and their pages one after another. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Contract } from '../../../../contract/contract.ts'
import type { StatementEntry } from '../../../../contract/ledger/account-statements.ts'
import type { HouseRole } from '../../../../contract/ledger/house-accounts.ts'
import type { LedgerPosting } from '../../../../contract/ledger/postings.ts'
import type { QueryOf } from '../../../../contract/operation.ts'
import { api } from '../../api/client.ts'
import { HOUSE_PLACES } from '../home/places.ts'

/** From the page's address; the server rejects unknown values. */
export interface PostingSearch {
  readonly place?: string | undefined
  readonly currency?: string | undefined
  readonly cause?: string | undefined
  readonly before?: string | undefined
}

/** The places that are house accounts, by role; any other is the id of an account. */
const isHouseAccount = (place: string): place is HouseRole => (HOUSE_PLACES as readonly string[]).includes(place)

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** A pasted id may be bare: then it is a payment's. */
const causeIn = (text: string) => (UUID.test(text.trim()) ? `Transaction:${text.trim()}` : text.trim())

function filterFor({ place, currency, cause, before }: PostingSearch): QueryOf<Contract['listPostings']> {
  return {
    ...(place && (isHouseAccount(place) ? { houseAccount: place } : { accountId: place as never })),
    ...(currency && { currency }),
    ...(cause && { causeId: causeIn(cause) as never }),
    ...(before && { cursor: before }),
  }
}

const PAGE = 50

export const postingsQuery = (search: PostingSearch) =>
  queryOptions({
    queryKey: ['postings', search],
    queryFn: () => api('listPostings', { query: { ...filterFor(search), limit: PAGE } }),
    placeholderData: keepPreviousData,
  })

/** Made every minute without an event, so the page polls. */
export const checkpointQuery = queryOptions({
  queryKey: ['ledger-checkpoint'],
  refetchInterval: 30_000,
  queryFn: () => api('getLedgerCheckpoint'),
})

export const verifyLedger = () => api('verifyLedger')

/** Largest page of the API. */
const PAGE_MAX = 100

export async function* allPostings(search: PostingSearch): AsyncGenerator<readonly LedgerPosting[], void, undefined> {
  for await (const { data } of api.listPostings({ ...filterFor(search), limit: PAGE_MAX }).pages()) yield data
}

const statement = (accountId: string, cursor?: string) =>
  api('getAccountStatement', {
    params: { id: accountId },
    query: { limit: PAGE_MAX, ...(cursor !== undefined && { cursor }) },
  })

/** @param before cursor of an earlier page */
export const ledgerQuery = (accountId: string, before?: string) =>
  queryOptions({
    queryKey: ['ledger', accountId, before],
    queryFn: () => statement(accountId, before),
    placeholderData: keepPreviousData,
  })

export async function* allEntries(accountId: string): AsyncGenerator<readonly StatementEntry[], void, undefined> {
  let cursor: string | undefined
  do {
    const { entries, nextCursor } = await statement(accountId, cursor)
    yield entries
    cursor = nextCursor
  } while (cursor !== undefined)
}
