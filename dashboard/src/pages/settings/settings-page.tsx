/** Page of settings: the platform's configuration, with forms for the parts that the API can change. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { PlatformConfig } from '../../../../contract/platform/config.ts'
import { api } from '../../api/client.ts'
import { formatMoment } from '../../format/time.ts'
import { Card } from '../../ui/card.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { Fact } from '../../ui/fact.tsx'
import { Problem, Waiting } from '../../ui/note.tsx'
import { CurrenciesCard } from './currencies-card.tsx'
import { DomainCard } from './domain-card.tsx'
import { WalletMailsCard } from './wallet-mails-card.tsx'

const configQuery = queryOptions({ queryKey: ['config'], queryFn: () => api('getPlatformConfig') })

export function SettingsPage() {
  const { data, error } = useQuery(configQuery)
  return (
    <div className="flex flex-col gap-6">
      <title>Settings · Causeway</title>
      <header>
        <h1 className="text-2xl font-semibold tracking-tight">Settings</h1>
        <p className="mt-1 max-w-2xl text-muted">
          The configuration of this platform, as the API has it. The installation’s own settings are environment
          variables, described in{' '}
          <a href="/docs/configuration" className="text-accent underline">
            configuration
          </a>
          .
        </p>
      </header>
      <Problem error={error} />
      {!data && !error && <Waiting lines={10} />}
      {data && (
        <>
          <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
            <PlatformCard config={data} />
            <DomainCard saved={data.umaDomain ?? ''} />
          </div>
          <WalletMailsCard saved={data.embeddedWalletConfig ?? {}} />
          <CurrenciesCard currencies={data.supportedCurrencies} />
        </>
      )}
    </div>
  )
}

function PlatformCard({ config }: { config: PlatformConfig }) {
  return (
    <Card title="Platform">
      <dl className="flex flex-col gap-1">
        <Fact name="Id">
          <Copyable text={config.id} label="platform" shown={config.id.slice(config.id.indexOf(':') + 1)} />
        </Fact>
        <Fact name="Webhook endpoint">
          <Link to="/webhooks" className="rounded text-accent hover:underline [overflow-wrap:anywhere]">
            {config.webhookEndpoint ?? 'Not set'}
          </Link>
        </Fact>
        <Fact name="Verifies its customers">
          {config.isRegulatedFinancialInstitution ? 'Itself, as a regulated institution' : 'By this service'}
        </Fact>
        <Fact name="Created">{formatMoment(config.createdAt)}</Fact>
        <Fact name="Changed">{formatMoment(config.updatedAt)}</Fact>
      </dl>
    </Card>
  )
}
