/** Frame of every page: navigation, clock and live updates. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../client/api-error.ts'
import { INVITATION_PAGE, type SessionView } from '../../../contract/operators/operators.ts'
import { useLiveness } from '../api/live.ts'
import { overviewQuery } from '../api/queries.ts'
import { permissionsOf, sessionQuery } from '../api/session.ts'
import { InvitationPage } from '../pages/sign-in/invitation-page.tsx'
import { PasskeyPage } from '../pages/sign-in/passkey-page.tsx'
import { SignInPage } from '../pages/sign-in/sign-in-page.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Empty, Problem } from '../ui/note.tsx'
import { useActivity } from './activity.ts'
import { ClockBar } from './clock-bar.tsx'
import { Freshness } from './freshness.tsx'
import { Navigation } from './navigation.tsx'
import { PaletteButton } from './palette-button.tsx'
import { PlatformChoice } from './platform-choice.tsx'

export function Shell() {
  const { data, error } = useQuery(sessionQuery)
  const overview = useQuery({ ...overviewQuery, enabled: data?.session?.platformId !== undefined })
  const hasEnded = overview.error instanceof ApiError && overview.error.status === 401
  if (window.location.pathname === INVITATION_PAGE) return <InvitationPage />
  if (data && (!data.session || hasEnded))
    return data.signIn === 'LINK' ? <SignInPage /> : <PasskeyPage provider={data.provider} />
  if (!data) return <Problem error={error} />
  return <SignedIn view={data} platform={overview.data?.platform.name} />
}

function SignedIn({ view, platform }: { view: SessionView; platform: string | undefined }) {
  const isSandbox = view.mode === 'sandbox'
  const isProduction = view.mode === 'production'
  const session = view.signIn === 'PASSKEY' ? view.session : undefined
  // A sandbox has one platform or two; operators always see which one they view.
  const choice = session ?? (view.session && view.session.platforms.length > 1 ? view.session : undefined)
  useActivity(session !== undefined)
  const liveness = useLiveness(useQueryClient())
  const main = useFocusOnNavigation()
  const menu = useMenu()
  return (
    <div className="flex min-h-dvh flex-col" data-may={permissionsOf(view)}>
      <a
        href="#main"
        className="sr-only z-10 rounded-lg bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      {isSandbox && <p className="ribbon py-1 text-center text-xs font-semibold tracking-[0.18em]">SANDBOX</p>}
      {isProduction && (
        <p className="bg-accent py-1 text-center text-xs font-semibold tracking-[0.18em] text-on-accent">PRODUCTION</p>
      )}
      {isSandbox && <ClockBar />}
      <header className="flex items-center gap-3 border-b border-line bg-surface px-4 py-3 sm:px-6">
        <button
          ref={menu.button}
          type="button"
          aria-expanded={menu.isOpen}
          aria-controls="navigation"
          onClick={menu.toggle}
          className="-ml-2 inline-flex min-h-9 items-center gap-2 rounded-lg px-2 text-muted hover:bg-sunken hover:text-ink xl:hidden"
        >
          <Icon name={menu.isOpen ? 'cross' : 'menu'} size="size-5" />
          Menu
        </button>
        <Link to="/" className="flex min-w-0 items-center gap-2.5 rounded-md font-semibold">
          <span className="grid size-8 shrink-0 place-items-center rounded-lg bg-accent text-on-accent max-sm:hidden">
            <Icon name="causeway" size="size-5" />
          </span>
          {!choice && <span className="truncate text-lg">{platform ?? 'Causeway'}</span>}
          {choice && <span className="sr-only">Causeway</span>}
        </Link>
        {choice && choice.platforms.length > 0 && <PlatformChoice session={choice} />}
        <div className="ml-auto flex shrink-0 items-center gap-4">
          <PaletteButton isSandbox={isSandbox} />
          <Freshness liveness={liveness} />
          {session?.operator && <span className="text-sm text-muted max-md:hidden">{session.operator.name}</span>}
          <Link to="/payments/new" className={`${buttonClass({ look: 'primary', size: 'small' })} max-sm:hidden`}>
            Make a payment
          </Link>
        </div>
      </header>
      <div className="grow xl:grid xl:grid-cols-[14.5rem_minmax(0,1fr)]">
        <Navigation
          id="navigation"
          isSandbox={isSandbox}
          isProduction={session !== undefined}
          isOpen={menu.isOpen}
          onFollow={menu.close}
        />
        <main
          id="main"
          ref={main}
          tabIndex={-1}
          className="mx-auto w-full max-w-6xl px-4 py-6 outline-none sm:px-6 sm:py-8"
        >
          {session?.platforms.length === 0 ? <NoPlatform /> : <Outlet />}
        </main>
      </div>
    </div>
  )
}

const NoPlatform = () => (
  <Empty title="No platform yet">
    A platform is a company whose token calls the API. Create one with{' '}
    <code className="font-mono text-sm">causeway platforms create</code>.
  </Empty>
)

/** The menu of a narrow window. It closes on navigation and with Escape. */
function useMenu() {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const close = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    window.addEventListener('keydown', close)
    return () => window.removeEventListener('keydown', close)
  }, [isOpen])
  return { isOpen, button, toggle: () => setOpen(!isOpen), close: () => setOpen(false) }
}

/** A new page is read from its start, also by screen readers. */
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
