/** Page of the webhook endpoint: its address and state, the keys that verify it, and sending events again. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { WebhookEndpoint } from '../../../../contract/events/webhook-endpoint.ts'
import { api } from '../../api/client.ts'
import { overviewQuery } from '../../api/queries.ts'
import { endpointQuery, receiverQuery } from '../../api/webhooks.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Ago } from '../../ui/moment.tsx'
import { Problem, Waiting } from '../../ui/note.tsx'
import { Verbatim } from '../../ui/verbatim.tsx'
import { ReceiverCard } from './receiver-card.tsx'
import { ReplayCard } from './replay-card.tsx'

export function WebhooksPage() {
  const { data, error } = useQuery(endpointQuery)
  const overview = useQuery(overviewQuery)
  const isSandbox = overview.data?.mode === 'sandbox'
  return (
    <div className="flex flex-col gap-6">
      <title>Webhooks · Causeway</title>
      <header>
        <h1 className="text-2xl font-semibold tracking-tight">Webhooks</h1>
        <p className="mt-1 text-muted">
          Events are posted to one address, signed, in order for each resource, and retried for seven days.
        </p>
      </header>
      <Problem error={error} />
      {!data && !error && <Waiting lines={8} />}
      {data && (
        <>
          <EndpointCard endpoint={data} isSandbox={isSandbox} />
          {isSandbox && <ReceiverCard />}
          <ReplayCard hasEndpoint={data.state === 'ENABLED'} />
          <KeysCard endpoint={data} />
        </>
      )}
    </div>
  )
}

function EndpointCard({ endpoint, isSandbox }: { endpoint: WebhookEndpoint; isSandbox: boolean }) {
  const client = useQueryClient()
  const receiver = useQuery({ ...receiverQuery, enabled: isSandbox })
  const save = useMutation({
    mutationFn: (webhookEndpoint: string) => api('updatePlatformConfig', { body: { webhookEndpoint } }),
    onSettled: () => client.invalidateQueries(),
  })
  const own = receiver.data?.url
  return (
    <Card title="Endpoint">
      <AddressForm key={endpoint.url ?? ''} saved={endpoint.url ?? ''} isSaving={save.isPending} onSave={save.mutate} />
      {own && endpoint.url !== own && (
        <p className="mt-3 flex flex-wrap items-center gap-3 text-muted">
          No server yet?
          <Button size="small" data-needs="MANAGE" disabled={save.isPending} onClick={() => save.mutate(own)}>
            Use the built-in receiver
          </Button>
        </p>
      )}
      <div className="mt-3">
        <Problem error={save.error} />
      </div>
      {endpoint.url && <State endpoint={endpoint} />}
    </Card>
  )
}

/** Initialized with the saved address; the key resets it when another one is saved. */
function AddressForm({ saved, isSaving, onSave }: { saved: string; isSaving: boolean; onSave: (url: string) => void }) {
  const [url, setUrl] = useState(saved)
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        onSave(url)
      }}
    >
      <div className="min-w-0 flex-1 basis-72">
        <TextField label="Address" type="url" isCode required placeholder="https://…" value={url} onChange={setUrl} />
      </div>
      <Button type="submit" look="primary" data-needs="MANAGE" disabled={isSaving}>
        Save
      </Button>
    </form>
  )
}

function State({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { state, disabledAt, lastSuccessAt, failingSince, pendingEvents } = endpoint
  return (
    <div className="mt-2 flex flex-wrap items-start justify-between gap-4 border-t border-line pt-4">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
        <dt className="text-muted">State</dt>
        <dd className={state === 'ENABLED' && !failingSince ? 'text-done' : 'text-bad'}>
          {state === 'DISABLED' ? 'Disabled: save the address to enable it' : failingSince ? 'Failing' : 'Enabled'}
        </dd>
        {disabledAt && <Moment word="Disabled" at={disabledAt} />}
        {failingSince && <Moment word="Failing since" at={failingSince} />}
        {lastSuccessAt && <Moment word="Last accepted" at={lastSuccessAt} />}
        <dt className="text-muted">To be delivered</dt>
        <dd>
          {pendingEvents === 0 ? (
            'No events'
          ) : (
            <Link to="/events" search={{ delivery: 'RETRYING' }} className="rounded text-accent hover:underline">
              {pendingEvents.toLocaleString('en')} events
            </Link>
          )}
        </dd>
      </dl>
      <TestEvent />
    </div>
  )
}

function Moment({ word, at }: { word: string; at: string }) {
  return (
    <>
      <dt className="text-muted">{word}</dt>
      <dd>
        <Ago moment={at} />
      </dd>
    </>
  )
}

function TestEvent() {
  const client = useQueryClient()
  const test = useMutation({
    mutationFn: () => api('sendWebhookTest'),
    onSettled: () => client.invalidateQueries(),
  })
  return (
    <div className="flex flex-col items-end gap-2 max-sm:items-start">
      <Button data-needs="TRANSACT" disabled={test.isPending} onClick={() => test.mutate()}>
        Send a test event
      </Button>
      <p role="status" className="text-sm">
        {test.data && (
          <span className={test.data.response_status < 300 ? 'text-done' : 'text-bad'}>
            The endpoint answered {test.data.response_status}
          </span>
        )}
      </p>
      <Problem error={test.error} />
    </div>
  )
}

function KeysCard({ endpoint: { publicKeys } }: { endpoint: WebhookEndpoint }) {
  return (
    <Card title="Verification">
      <p>
        <code className="font-mono">X-Service-Signature</code> is an ECDSA signature (P-256, SHA-256) over the body. It
        is verified with a public key, which is also published at{' '}
        <code className="font-mono [overflow-wrap:anywhere]">{window.location.origin}/.well-known/jwks.json</code>.
      </p>
      <Verbatim className="mt-3 max-h-72" label="Public keys" text={JSON.stringify(publicKeys, null, 2)} />
      <p className="mt-3">
        <code className="font-mono">webhook-signature</code> follows Standard Webhooks, with the webhook secret that was
        shown when the platform was created. The operator rotates both.
      </p>
    </Card>
  )
}
