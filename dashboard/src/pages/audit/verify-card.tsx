/** Verification of the audit log in the browser. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { wholeAuditLog } from '../../api/agents.ts'
import { overviewQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Problem } from '../../ui/note.tsx'
import { AgentLink } from '../agents/names.tsx'
import { type Proof, prove } from './chain.ts'
import { keepHeads, seenHeads } from './seen-heads.ts'

/** @param agentId of the one whose chain is proved; absent: all */
export function VerifyCard({ agentId }: { agentId: string | undefined }) {
  const [count, setCount] = useState(0)
  const { data: overview } = useQuery(overviewQuery)
  const verify = useMutation({
    mutationFn: async () => {
      const platformId = overview?.platform.id ?? ''
      const proof = await prove(await wholeAuditLog(agentId, setCount), seenHeads(platformId, agentId))
      if (proof.breaks.length === 0) keepHeads(platformId, proof.heads)
      return proof
    },
  })
  // Browsers compute hashes only for pages served over https or from this machine.
  const canHash = globalThis.crypto?.subtle !== undefined
  return (
    <Card
      title="Verify audit log"
      aside={
        <Button
          look="primary"
          size="small"
          disabled={verify.isPending || !canHash || !overview}
          onClick={() => verify.mutate()}
        >
          {verify.isPending ? `Verifying ${count.toLocaleString('en')} …` : 'Verify'}
        </Button>
      }
    >
      <p className="text-muted">
        Each entry carries the SHA-256 of the hash before it and of its own text. Verifying reads{' '}
        {agentId ? 'every entry of the agent' : 'every entry of every agent'} and computes all of them again in this
        browser, which also remembers the last hash of each agent, so that it detects later if the log was truncated.
      </p>
      {!canHash && (
        <p className="mt-3 text-wait">
          This browser computes hashes only for pages served over https or from localhost.
        </p>
      )}
      <div aria-live="polite" className="mt-3 flex flex-col gap-3 empty:hidden">
        <Problem error={verify.error} />
        {verify.data && !verify.isPending && <VerificationResult proof={verify.data} />}
      </div>
    </Card>
  )
}

const SHOWN_MAX = 20

function VerificationResult({ proof: { count, heads, breaks } }: { proof: Proof }) {
  if (breaks.length > 0)
    return (
      <div role="alert" className="rounded-xl bg-bad-soft px-4 py-3 text-bad">
        <p className="font-medium">The log has been altered.</p>
        <ul className="mt-1 flex flex-col gap-1">
          {breaks.slice(0, SHOWN_MAX).map(({ agentId, sequence, what }) => (
            <li key={`${agentId} ${sequence} ${what}`}>
              Entry {sequence} of <AgentLink id={agentId} /> {what}.
            </li>
          ))}
        </ul>
        {breaks.length > SHOWN_MAX && <p>And {(breaks.length - SHOWN_MAX).toLocaleString('en')} more.</p>}
      </div>
    )
  return (
    <div className="animate-arrive rounded-xl bg-done-soft px-4 py-3">
      <p className="flex items-center gap-2 font-medium text-done">
        <Icon name="check" />
        {count === 1 ? 'One entry' : `${count.toLocaleString('en')} entries`}: all hashes match, no entry is missing.
      </p>
      <ul className="mt-1 text-sm">
        {[...heads].slice(0, SHOWN_MAX).map(([agentId, { sequence, hash }]) => (
          <li key={agentId} className="flex flex-wrap items-center gap-x-2">
            <AgentLink id={agentId} /> ends at {sequence.toLocaleString('en')} with
            <Copyable text={hash} label="last hash" shown={`${hash.slice(0, 16)}…`} />
          </li>
        ))}
      </ul>
    </div>
  )
}
