/** Checklist lines about people, books and the running service. */
import { ledgerAuditors } from '../../domain/ledger/auditors.ts'
import { verifyLedger } from '../../operator/ledger/verify-ledger.ts'
import { verifyChain } from '../../operator/people/verify-chain.ts'
import { type Line, type Opened, type Running, unless } from './line.ts'

export const operationLines: readonly Line<Opened>[] = [
  {
    id: 'operators',
    must: 'Requests can be approved by a second person: two operators have passkeys, and at least one may approve.',
    remedy: 'Invite an administrator and an approver with `causeway operators invite`, and let them register.',
    fault: async ({ query }) => {
      const rows = await query<{ role: string }>(
        `select role from operators o where status = 'ACTIVE' and exists (select from operator_passkeys where operator_id = o.id)`,
      )
      const deciding = rows.filter(({ role }) => role === 'APPROVER' || role === 'ADMINISTRATOR').length
      const asking = rows.filter(({ role }) => role !== 'VIEWER').length
      return unless(deciding >= 1 && asking >= 2, `${asking} operators may request, ${deciding} may approve`)
    },
  },
  {
    id: 'platform',
    must: 'A platform exists.',
    remedy: 'Create one with `causeway platforms create`.',
    fault: async ({ query }) => unless((await query('select from platforms limit 1')).length > 0, 'There is none'),
  },
  {
    id: 'audit-chain',
    must: 'The audit chain is intact.',
    remedy: '`causeway audit verify` names the entry; see [the audit chain](operating.md#the-audit-chain).',
    fault: async ({ query }) => (await verifyChain({ query })).fault,
  },
  {
    id: 'ledger',
    must: 'The books balance: every currency sums to zero, and every balance is the sum of its entries.',
    remedy: 'Do not go live; find the change that broke them.',
    fault: async ({ query }) => {
      for (const { name, sql } of ledgerAuditors)
        if ((await query(`${sql} limit 1`)).length > 0) return `This does not hold: ${name}`
      return undefined
    },
  },
  {
    id: 'ledger-checkpoints',
    must: 'The checkpoints of the ledger are intact.',
    remedy:
      '`causeway ledger verify` names the first that is not; see [checkpoints](operating.md#checkpoints-of-the-ledger).',
    fault: async ({ query }) => (await verifyLedger({ query }, { newest: 200, balances: false })).fault,
  },
  {
    id: 'tasks',
    must: 'No jobs were given up.',
    remedy: 'List them with `causeway tasks list`, and resolve each.',
    fault: async ({ query }) => {
      const [row] = await query<{ dead: number }>('select count(*)::int as dead from jobs where dead_at is not null')
      return unless(row?.dead === 0, `${row?.dead} jobs were given up`)
    },
  },
]

/** Maximum age of the last scrape, in seconds. */
const SCRAPED_WITHIN = 120

export const serviceLines: readonly Line<Running>[] = [
  {
    id: 'service',
    must: 'The service is ready.',
    remedy: 'Start it; `--url` names its address without the proxy.',
    fault: async ({ origin, fetch }) => {
      const { status } = await fetch(`${origin}/readyz`)
      return unless(status === 200, `${origin}/readyz answers ${status}`)
    },
  },
  {
    id: 'rails-healthy',
    must: 'Every rail is UP.',
    remedy: 'See [the runbook](runbook.md#a-rail-is-degraded-or-down).',
    fault: async (running) => {
      const rails = figures(await metricsOf(running), 'causeway_rail_health')
      const ill = rails.filter(({ value }) => value < 1).map(({ labels }) => labels)
      return unless(ill.length === 0, `Not UP: ${ill.join(', ')}`)
    },
  },
  {
    id: 'metrics',
    must: 'Prometheus scrapes the metrics.',
    remedy: 'Scrape `/metrics` of every process, with the rules of `deploy/prometheus/alerts.yaml`.',
    fault: async (running) => {
      const [age] = figures(await metricsOf(running), 'causeway_metrics_scraped_seconds')
      if (age === undefined || age.value === Number.POSITIVE_INFINITY) return 'This process was never scraped'
      return unless(age.value < SCRAPED_WITHIN, `The last scrape of this process was ${Math.round(age.value)} s ago`)
    },
  },
  {
    id: 'tls',
    must: 'The public address answers over TLS, and does not serve metrics.',
    remedy: 'Put a TLS proxy in front: see [deploying](deploying.md#tls-proxy).',
    fault: async ({ config: { publicUrl }, fetch }) => {
      if (!publicUrl?.startsWith('https:')) return 'CAUSEWAY_PUBLIC_URL is not https'
      const [contract, metrics] = [await fetch(`${publicUrl}/openapi.json`), await fetch(`${publicUrl}/metrics`)]
      if (contract.status !== 200) return `${publicUrl}/openapi.json answers ${contract.status}`
      return unless(metrics.status !== 200, `${publicUrl}/metrics is public`)
    },
  },
]

const metricsOf = async ({ origin, fetch }: Running): Promise<string> => (await fetch(`${origin}/metrics`)).text()

/** Values of a metric in Prometheus' text format, with their labels as written. */
export const figures = (text: string, name: string): { readonly labels: string; readonly value: number }[] =>
  [...text.matchAll(new RegExp(`^${name}(\\{[^}]*\\})? (\\S+)$`, 'gm'))].map(([, labels = '', value]) => ({
    labels,
    value: Number(value?.replace('+Inf', 'Infinity')),
  }))
