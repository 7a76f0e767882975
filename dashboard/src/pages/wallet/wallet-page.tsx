/** Wallet playground: every operation of a holder, next to its API calls. */
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { recordedCalls } from '../../api/recorded-calls.ts'
import { customerQuery, walletsQuery } from '../../api/wallet.ts'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { CallLog } from '../calls/call-log.tsx'
import { CardLink } from '../cards/card-link.tsx'
import { Credentials } from './credentials.tsx'
import { Export } from './export.tsx'
import { openWallet } from './open-wallet.ts'
import { Pay } from './pay.tsx'
import { Sessions } from './sessions.tsx'
import { ReviewDialog } from './signing/review-dialog.tsx'
import { WalletChoice } from './wallet-choice.tsx'
import { WalletHeader } from './wallet-header.tsx'

export function WalletPage() {
  const { customer, card } = useSearch({ from: '/wallet' })
  useEffect(() => openWallet.set(customer), [customer])
  return (
    <div className="flex flex-col gap-6">
      <title>Wallet playground · Causeway</title>
      <header>
        <h1 className="text-2xl font-semibold tracking-tight">Wallet playground</h1>
        <p className="mt-1 max-w-3xl text-muted">
          Everything a wallet holder does in your application. Every call is real; session keys stay in this window and
          are discarded when it is reloaded.
        </p>
      </header>
      {card && <CardLink cardId={card} />}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          {customer ? <Playground key={customer} customerId={customer} /> : <WalletChoice />}
        </div>
        <CallLog calls={recordedCalls} />
      </div>
      <ReviewDialog />
    </div>
  )
}

function Playground({ customerId }: { customerId: string }) {
  const customer = useQuery(customerQuery(customerId))
  const wallets = useQuery(walletsQuery(customerId))
  const [wallet] = wallets.data?.data ?? []
  const error = customer.error ?? wallets.error
  if (error || !customer.data || !wallets.data)
    return (
      <>
        <Problem error={error} />
        {error ? <OtherWallet /> : <Waiting lines={6} />}
      </>
    )
  if (!wallet)
    return (
      <Empty title="This customer has no wallet yet" action={<OtherWallet />}>
        A wallet is created when a customer is approved, on platforms that support USDB. This page checks again every
        second.
      </Empty>
    )
  return (
    <>
      <WalletHeader wallet={wallet} customer={customer.data} />
      <Credentials wallet={wallet} email={customer.data.email} />
      <Sessions wallet={wallet} />
      <Pay wallet={wallet} />
      <Export wallet={wallet} />
    </>
  )
}

const OtherWallet = () => (
  <Link to="/wallet" search={{}} className="rounded text-accent hover:underline">
    Choose another wallet
  </Link>
)
