/** Owns what surrounds every page: where one is, where one can go, and whether what one sees is fresh. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Refused } from '../api/call.ts'
import { useKept } from '../api/kept.ts'
import { useLiveness } from '../api/live.ts'
import { overviewQuery } from '../api/queries.ts'
import { SignInPage } from '../pages/sign-in/sign-in-page.tsx'
import { openWallet } from '../pages/wallet/open-wallet.ts'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { ClockBar } from './clock-bar.tsx'
import { Freshness } from './freshness.tsx'

export function Shell() {
  const { data, error } = useQuery(overviewQuery)
  if (error instanceof Refused && error.status === 401) return <SignInPage />
  return <SignedIn platform={data?.platform.name} isSandbox={data?.mode === 'sandbox'} />
}

function SignedIn({ platform, isSandbox }: { platform: string | undefined; isSandbox: boolean }) {
  const liveness = useLiveness(useQueryClient())
  const main = useFocusOnNavigation()
  const customer = useKept(openWallet)
  return (
    <>
      <a
        href="#main"
        className="sr-only z-10 rounded-lg bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the content
      </a>
      {isSandbox && <p className="ribbon py-1 text-center text-xs font-semibold tracking-[0.18em]">SANDBOX</p>}
      {isSandbox && <ClockBar />}
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 gap-y-1 px-4 py-3 sm:px-6">
          <Link to="/" className="flex items-center gap-2.5 rounded-md font-semibold">
            <span className="grid size-8 place-items-center rounded-lg bg-accent text-on-accent">
              <Icon name="causeway" size="size-5" />
            </span>
            <span className="text-lg">{platform ?? 'Causeway'}</span>
          </Link>
          <nav
            aria-label="Main"
            className="order-3 -mx-2 flex w-full gap-1 overflow-x-auto p-0.5 sm:order-none sm:mx-0 sm:w-auto"
          >
            <Tab to="/">Home</Tab>
            <Tab to="/payments">Payments</Tab>
            {isSandbox && (
              <Tab to="/wallet" search={{ customer }}>
                Wallet
              </Tab>
            )}
            {isSandbox && <Tab to="/inbox">Inbox</Tab>}
            <a href="/reference" className="shrink-0 rounded-lg px-3 py-1.5 text-muted hover:bg-sunken hover:text-ink">
              API reference
            </a>
          </nav>
          <div className="ml-auto flex items-center gap-4">
            <Freshness liveness={liveness} />
            <Link to="/payments/new" className={`${buttonClass({ look: 'primary', size: 'small' })} max-sm:hidden`}>
              Make a payment
            </Link>
          </div>
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1} className="mx-auto max-w-6xl px-4 py-6 outline-none sm:px-6 sm:py-8">
        <Outlet />
      </main>
    </>
  )
}

interface TabProps {
  readonly to: '/' | '/payments' | '/wallet' | '/inbox'
  readonly search?: { readonly customer?: string | undefined }
  readonly children: string
}

function Tab({ to, search = {}, children }: TabProps) {
  return (
    <Link
      to={to}
      search={search}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      className="shrink-0 rounded-lg px-3 py-1.5 text-muted hover:bg-sunken hover:text-ink"
      activeProps={{ className: 'bg-sunken font-medium text-ink!' }}
    >
      {children}
    </Link>
  )
}

/** A new page is read from its beginning, also by those who do not see it. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const before = useRef(path)
  useEffect(() => {
    if (before.current === path) return
    before.current = path
    main.current?.focus({ preventScroll: true })
  }, [path])
  return main
}
