/** Page of API tokens: the credentials of the platform's programs. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Token } from '../../../../contract/platform/tokens.ts'
import { api } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { Ago } from '../../ui/moment.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { Cell, type Column, Table } from '../../ui/table.tsx'
import { NewTokenDialog } from './new-token-dialog.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'

/** Maximum number of tokens of a platform. */
const TOKENS_MAX = 100
/** Uses cause no live update, so the page polls. */
const USES_MS = 10_000
const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  refetchInterval: USES_MS,
  queryFn: () => api('listTokens', { query: { limit: TOKENS_MAX } }),
})

export function TokensPage() {
  const { data, error } = useQuery(tokensQuery)
  const [isAdding, setAdding] = useState(false)
  const [revoked, setRevoked] = useState<Token>()
  const add = (
    <Button data-needs="MANAGE" look="primary" onClick={() => setAdding(true)}>
      Create a token
    </Button>
  )
  return (
    <div className="flex flex-col gap-5">
      <title>API tokens · Causeway</title>
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="max-w-2xl">
          <h1 className="text-2xl font-semibold tracking-tight">API tokens</h1>
          <p className="mt-1 text-muted">
            A program authenticates with a token’s client id and secret (HTTP Basic). VIEW reads, TRANSACT moves money,
            MANAGE changes configuration, customers and tokens.
          </p>
        </div>
        {add}
      </header>
      <Problem error={error} />
      <div className="rounded-2xl border border-line bg-surface px-5 py-2 shadow-card">
        {!data && !error && <Waiting lines={4} />}
        {data?.data.length === 0 && (
          <Empty title="No tokens" action={add}>
            Without a token no program can call the API.
          </Empty>
        )}
        {data && data.data.length > 0 && <TokenTable tokens={data.data} onRevoke={setRevoked} />}
      </div>
      {isAdding && <NewTokenDialog onClose={() => setAdding(false)} />}
      {revoked && <RevokeDialog token={revoked} onClose={() => setRevoked(undefined)} />}
    </div>
  )
}

const COLUMNS: readonly Column[] = [
  { title: 'Name' },
  { title: 'Permissions' },
  { title: 'Client id', from: 'lg' },
  { title: 'Created', from: 'md' },
  { title: 'Last used', from: 'sm' },
  { title: 'Actions', isRight: true },
]

function TokenTable({ tokens, onRevoke }: { tokens: readonly Token[]; onRevoke: (token: Token) => void }) {
  return (
    <Table columns={COLUMNS}>
      {tokens.map((token) => (
        <tr key={token.id}>
          <Cell className="font-medium [overflow-wrap:anywhere]">{token.name}</Cell>
          <Cell className="text-sm">{token.permissions.join(', ')}</Cell>
          <Cell from="lg">
            <Copyable text={token.clientId} label={`client id of ${token.name}`} />
          </Cell>
          <Cell from="md" className="text-sm text-muted">
            <Ago moment={token.createdAt} />
          </Cell>
          <Cell from="sm" className="text-sm text-muted">
            <LastUse at={token.lastUsedAt} />
          </Cell>
          <Cell isRight>
            <Button data-needs="MANAGE" look="dangerQuiet" size="small" onClick={() => onRevoke(token)}>
              Revoke<span className="sr-only"> {token.name}</span>
            </Button>
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

/** The stored time is up to five minutes older than the last use. */
const LastUse = ({ at }: { at: string | undefined }) => (at ? <Ago moment={at} /> : 'Not yet')
