/** Sessions of a wallet: the one that signs here, and the others. */
import { useQuery } from '@tanstack/react-query'
import { useNow } from '../../api/now.ts'
import { type Session, sessionsQuery, type Wallet } from '../../api/wallet.ts'
import { formatCountdown } from '../../format/time.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { Ring } from '../../ui/ring.tsx'
import { KINDS } from './kinds.ts'
import { ErrorBanner } from './signing/error-banner.tsx'
import { choose, forget, type Held, hold, useHeld } from './signing/held-sessions.ts'
import { useSignedWallet, useWalletMutation } from './signing/wallet-mutation.ts'

export function Sessions({ wallet }: { wallet: Wallet }) {
  const { data, error } = useQuery(sessionsQuery(wallet.id))
  const { all, signing } = useHeld(wallet.id)
  const now = useNow(1000)
  const live = data?.filter(({ expiresAt }) => Date.parse(expiresAt) > now)
  const current = live?.find(({ id }) => id === signing?.session.id)
  return (
    <Card title="Sessions">
      <Problem error={error} />
      {!data && !error && <Waiting lines={2} />}
      {data && !signing && (
        <Empty isCompact title="Not signed in">
          Sign in with a credential. The session key arrives encrypted to a key of this window.
        </Empty>
      )}
      {signing && <Signing held={signing} from={current?.createdAt} />}
      {live && live.length > 0 && (
        <ul className="mt-4 flex flex-col border-t border-line">
          {live.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isHeld={all.some((held) => held.session.id === session.id)}
              isSigning={session.id === signing?.session.id}
              left={timeLeft(session, now)}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Milliseconds, at most the session's lifetime: a new session may be newer than the last reading of the clock. */
const timeLeft = ({ createdAt, expiresAt }: Session, now: number): number =>
  Date.parse(expiresAt) - Math.max(now, Date.parse(createdAt))

function Signing({ held: { session, credentialId }, from }: { held: Held; from: string | undefined }) {
  const signed = useSignedWallet(session.accountId)
  const refresh = useWalletMutation(
    async () => signed?.refresh(),
    (fresh) => fresh && hold(fresh, credentialId),
  )
  return (
    <section aria-label="Signing session" className="flex animate-arrive flex-col gap-3">
      <div className="flex flex-wrap items-center gap-5">
        {from && <Ring from={from} to={session.expiresAt} />}
        <div className="min-w-0 flex-1">
          <p className="font-medium">This window signs with this session.</p>
          <div className="flex min-w-0 items-center gap-1 text-sm text-muted">
            <span className="shrink-0">Public key</span>
            <span className="min-w-0">
              <Copyable text={session.publicKey} label="public key of the session" />
            </span>
          </div>
        </div>
        <Button size="small" disabled={refresh.isPending} onClick={() => refresh.mutate()}>
          {refresh.isPending ? 'Refreshing …' : 'Refresh'}
        </Button>
      </div>
      <ErrorBanner error={refresh.error} />
    </section>
  )
}

interface SessionRowProps {
  readonly session: Session
  readonly isHeld: boolean
  readonly isSigning: boolean
  /** Milliseconds. */
  readonly left: number
}

function SessionRow({ session: { id, accountId, type, nickname }, isHeld, isSigning, left }: SessionRowProps) {
  const signed = useSignedWallet(accountId)
  const revoke = useWalletMutation(
    async () => signed?.revokeSession(id),
    () => forget(id),
  )
  const name = `${KINDS[type]} ${nickname}`
  const words = (
    <span className="min-w-0">
      <span className="block truncate">{nickname || KINDS[type]}</span>
      <span className="block text-sm text-muted">
        {KINDS[type]} · …{id.slice(-4)} · {isHeld ? 'key in this window' : 'key elsewhere'} · ends in{' '}
        <span className="money">{formatCountdown(left)}</span>
      </span>
    </span>
  )
  return (
    <li className="flex flex-col gap-2 border-b border-line py-2.5 last:border-0">
      <div className="flex items-center justify-between gap-3">
        {isHeld ? (
          <label className="flex min-w-0 items-center gap-3">
            <input
              type="radio"
              name="signing"
              checked={isSigning}
              onChange={() => choose(id)}
              aria-label={`Sign with: ${name}`}
              className="size-4 shrink-0 accent-accent"
            />
            {words}
          </label>
        ) : (
          <span className="min-w-0 pl-7">{words}</span>
        )}
        <Button
          size="small"
          aria-label={`Revoke the session: ${name}`}
          disabled={!signed || revoke.isPending}
          onClick={() => revoke.mutate()}
        >
          {revoke.isPending ? 'Revoking …' : 'Revoke'}
        </Button>
      </div>
      <ErrorBanner error={revoke.error} />
    </li>
  )
}
