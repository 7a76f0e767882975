/** Device code of an agent: created once, shown as text and QR code until it is redeemed. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ApiError } from '../../../../../client/api-error.ts'
import type { Agent } from '../../../../../contract/agents/agents.ts'
import { type DeviceCode, deviceCodeQuery, newDeviceCode } from '../../../api/agents.ts'
import { addressFor } from '../../../api/client.ts'
import { useNow } from '../../../api/now.ts'
import { formatMoment, formatUntil } from '../../../format/time.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { useCopy } from '../../../ui/copy.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Problem } from '../../../ui/note.tsx'
import { useIsBeingDeleted } from '../deletion.ts'
import { holdCode, useHeldCode } from './held-codes.ts'
import { HowToConnect } from './how-to-connect.tsx'
import { QrCode } from './qr-code.tsx'

export function ConnectCard({ agent }: { agent: Agent }) {
  const held = useHeldCode(agent.id)
  const client = useQueryClient()
  const make = useMutation({
    mutationFn: () => newDeviceCode(agent.id),
    onSuccess: (code) => {
      holdCode(code)
      return client.invalidateQueries()
    },
  })
  const { status } = make
  const button = useRef<HTMLButtonElement>(null)
  const shown = useRef<HTMLElement>(null)
  // The disabled button loses the focus, which moves to the result.
  useEffect(() => {
    if (status === 'success') shown.current?.focus()
    if (status === 'error') button.current?.focus()
  }, [status])
  return (
    <Card title="Connect a program">
      <div className="flex flex-col gap-5">
        <p className="text-muted">
          {agent.isConnected
            ? 'A program is connected. A new code replaces it: the current access token works until the code is redeemed.'
            : 'The program that redeems the device code acts as this agent. The code works once, for 24 hours.'}
        </p>
        {held && (
          <section ref={shown} tabIndex={-1} aria-label="Device code">
            <HeldCode code={held} />
          </section>
        )}
        <Problem error={make.error} />
        <div data-needs="MANAGE">
          <Button
            ref={button}
            look={held || agent.isConnected ? 'plain' : 'primary'}
            onClick={() => make.mutate()}
            disabled={make.isPending}
          >
            {make.isPending ? 'Creating …' : held ? 'Create another code' : 'Create device code'}
          </Button>
        </div>
        <HowToConnect code={held?.code} />
      </div>
    </Card>
  )
}

function HeldCode({ code: { code, agentId, expiresAt } }: { code: DeviceCode }) {
  const { data, error } = useQuery({ ...deviceCodeQuery(code), enabled: !useIsBeingDeleted(agentId) })
  const left = Date.parse(expiresAt) - useNow(1000)
  const { copied, copy } = useCopy(code)
  if (data?.redeemed)
    return (
      <p role="status" className="flex animate-arrive items-center gap-2.5 rounded-xl bg-done-soft px-4 py-3 text-done">
        <Icon name="check" />
        Redeemed. The program now has the access token.
      </p>
    )
  if (error instanceof ApiError && error.status === 404)
    return <p className="rounded-xl bg-sunken px-4 py-3 text-muted">This code is no longer valid.</p>
  if (left <= 0)
    return <p className="rounded-xl bg-wait-soft px-4 py-3 text-wait">The code has expired. Create another one.</p>
  return (
    <div className="flex animate-arrive flex-wrap items-center gap-5 rounded-xl bg-sunken p-4">
      <QrCode
        text={addressFor('redeemAgentDeviceCode', { code })}
        label="QR code of the address that redeems the code"
      />
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-3">
        <p className="font-mono text-xl leading-relaxed font-semibold tracking-wide">{inPairs(code)}</p>
        <div>
          <Button size="small" onClick={copy} aria-label={`Copy device code: ${code}`}>
            <Icon name={copied ? 'check' : 'copy'} size="size-3.5" />
            {copied ? 'Copied' : 'Copy'}
          </Button>
        </div>
        <p role="timer" className="text-sm text-muted" title={formatMoment(expiresAt)}>
          Expires in <span className="money">{formatUntil(left)}</span>.
        </p>
        <p className="text-sm text-muted">The QR code contains the URL that redeems it (POST).</p>
      </div>
    </div>
  )
}

/** A line may break between groups, and within none. */
const inPairs = (code: string) =>
  code.split('-').map((group, place, all) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: groups stay where they are
    <span key={place}>
      <span className="whitespace-nowrap">
        {group}
        {place < all.length - 1 && '-'}
      </span>
      <wbr />
    </span>
  ))
