/** Header of a wallet: holder, balance, deposit address, privacy. */
import { Link } from '@tanstack/react-router'
import type { Customer } from '../../../../contract/customers/customers.ts'
import { recordedApi } from '../../api/recorded-calls.ts'
import type { Wallet } from '../../api/wallet.ts'
import { formatMinor } from '../../format/money.ts'
import { Button } from '../../ui/button.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { Money } from '../../ui/money.tsx'
import { ErrorBanner } from './signing/error-banner.tsx'
import { useSignedWallet, useWalletMutation } from './signing/wallet-mutation.ts'

/** Of whole coins. */
const DEPOSIT = 100

export const nameOf = (customer: Customer): string =>
  (customer.customerType === 'BUSINESS' ? customer.businessInfo?.legalName : customer.fullName) ??
  customer.platformCustomerId

export function WalletHeader({ wallet, customer }: { wallet: Wallet; customer: Customer }) {
  const { decimals, code } = wallet.balance.currency
  const amount = DEPOSIT * 10 ** decimals
  const fund = useWalletMutation(() =>
    recordedApi('sandboxFundInternalAccount', { params: { accountId: wallet.id }, body: { amount } }),
  )
  const [spark] = wallet.fundingPaymentInstructions.flatMap(({ accountOrWalletInfo: info }) =>
    info.accountType === 'SPARK_WALLET' && 'address' in info ? [info.address] : [],
  )
  return (
    <section
      aria-label={`Wallet of ${nameOf(customer)}`}
      className="flex flex-col gap-4 rounded-2xl border border-line bg-surface p-5 shadow-card"
    >
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="truncate text-lg font-semibold">{nameOf(customer)}</p>
          <Money of={wallet.balance} className="text-3xl font-semibold tracking-tight" />
        </div>
        <div className="flex items-center gap-3">
          <Link to="/wallet" search={{}} className="rounded text-accent hover:underline">
            Change wallet
          </Link>
          <Button disabled={fund.isPending || wallet.status !== 'ACTIVE'} onClick={() => fund.mutate()}>
            {fund.isPending ? 'Funding …' : `Fund ${formatMinor(amount, decimals).replace(/\.0+$/, '')} ${code}`}
          </Button>
        </div>
      </div>
      <ErrorBanner error={fund.error} />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-6 gap-y-1 border-t border-line pt-3">
        <dt className="text-muted">Account</dt>
        <dd>
          <Copyable text={wallet.id} label="account" shown={wallet.id.slice(wallet.id.indexOf(':') + 1)} />
        </dd>
        <dt className="text-muted">Spark address</dt>
        <dd>
          {spark ? (
            <Copyable text={spark} label="Spark address" />
          ) : (
            <span role="status" className="animate-breathe px-1.5 text-muted">
              Creating the wallet key …
            </span>
          )}
        </dd>
      </dl>
      <Privacy wallet={wallet} />
    </section>
  )
}

function Privacy({ wallet }: { wallet: Wallet }) {
  const signed = useSignedWallet(wallet.id)
  const isPrivate = wallet.privateEnabled === true
  const change = useWalletMutation(async () => signed?.setPrivacy(!isPrivate))
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <div className="flex items-center justify-between gap-4">
        <div>
          <p id="privacy" className="font-medium">
            Private history
          </p>
          <p className="text-sm text-muted">
            {signed ? 'Changes need a signature.' : 'Changes need a signature. Sign in below.'}
          </p>
        </div>
        <button
          type="button"
          role="switch"
          aria-checked={isPrivate}
          aria-labelledby="privacy"
          disabled={!signed || change.isPending}
          onClick={() => change.mutate()}
          className={`flex h-7 w-12 shrink-0 items-center rounded-full border px-0.5 transition-colors disabled:opacity-55 ${isPrivate ? 'border-transparent bg-accent' : 'border-edge bg-sunken'}`}
        >
          <span
            className={`size-5 rounded-full transition-transform ${isPrivate ? 'translate-x-5 bg-on-accent' : 'bg-edge'}`}
          />
        </button>
      </div>
      <ErrorBanner error={change.error} />
    </div>
  )
}
