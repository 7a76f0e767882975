/** Navigation: a sidebar in a wide window, a menu in a narrow one. */
import { useMutation } from '@tanstack/react-query'
import { Link, linkOptions, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { signOut } from '../api/client.ts'
import { useStore } from '../api/store.ts'
import { WaitingCount } from '../pages/agents/waiting-count.tsx'
import { openWallet } from '../pages/wallet/open-wallet.ts'
import { Icon, type IconName } from '../ui/icon.tsx'

interface Entry {
  readonly word: string
  readonly icon: IconName
  /** Target: a page of the router, or another address. */
  readonly link: { readonly to: string; readonly search?: object } | { readonly href: string }
  readonly isSandboxOnly?: boolean
  readonly isProductionOnly?: boolean
  /** Number of pending items. */
  readonly badge?: ReactNode
}

interface Group {
  readonly title?: string
  readonly entries: readonly Entry[]
}

const groups = (customer: string | undefined): readonly Group[] => [
  { entries: [{ word: 'Home', icon: 'house', link: linkOptions({ to: '/' }) }] },
  {
    title: 'Money',
    entries: [
      { word: 'Payments', icon: 'exchange', link: linkOptions({ to: '/payments' }) },
      { word: 'Quotes', icon: 'percent', link: linkOptions({ to: '/quotes', search: {} }) },
      { word: 'Ledger', icon: 'scale', link: linkOptions({ to: '/ledger', search: {} }) },
      { word: 'UMA', icon: 'tap', link: linkOptions({ to: '/uma' }) },
      { word: 'External accounts', icon: 'bank', link: linkOptions({ to: '/accounts' }) },
      { word: 'Cards', icon: 'card', link: linkOptions({ to: '/cards' }) },
    ],
  },
  {
    title: 'People',
    entries: [
      { word: 'Customers', icon: 'people', link: linkOptions({ to: '/customers', search: {} }) },
      {
        word: 'Wallet',
        icon: 'wallet',
        link: linkOptions({ to: '/wallet', search: { customer } }),
        isSandboxOnly: true,
      },
      { word: 'Agents', icon: 'agent', link: linkOptions({ to: '/agents', search: {} }) },
      {
        word: 'Approvals',
        icon: 'stamp',
        link: linkOptions({ to: '/agents/approvals', search: {} }),
        badge: <WaitingCount />,
      },
    ],
  },
  {
    title: 'Sandbox',
    entries: [
      { word: 'Scenarios', icon: 'branch', link: linkOptions({ to: '/scenarios' }), isSandboxOnly: true },
      { word: 'Terminal', icon: 'terminal', link: linkOptions({ to: '/terminal' }), isSandboxOnly: true },
      { word: 'Inbox', icon: 'mail', link: linkOptions({ to: '/inbox' }), isSandboxOnly: true },
    ],
  },
  {
    title: 'Developers',
    entries: [
      { word: 'Events', icon: 'bolt', link: linkOptions({ to: '/events', search: {} }) },
      { word: 'Requests', icon: 'exchange', link: linkOptions({ to: '/requests', search: {} }) },
      { word: 'Webhooks', icon: 'hook', link: linkOptions({ to: '/webhooks' }) },
      { word: 'API tokens', icon: 'key', link: linkOptions({ to: '/tokens' }) },
      { word: 'Docs', icon: 'book', link: { href: '/docs' } },
      { word: 'API reference', icon: 'book', link: linkOptions({ to: '/reference', search: {} }), isSandboxOnly: true },
    ],
  },
  {
    title: 'System',
    entries: [
      { word: 'Tasks', icon: 'check', link: linkOptions({ to: '/tasks' }), isProductionOnly: true },
      { word: 'Freezes', icon: 'snow', link: linkOptions({ to: '/freezes' }), isProductionOnly: true },
      { word: 'Operators', icon: 'people', link: linkOptions({ to: '/people' }), isProductionOnly: true },
      { word: 'System', icon: 'pulse', link: linkOptions({ to: '/system' }) },
      { word: 'Settings', icon: 'sliders', link: linkOptions({ to: '/settings' }) },
      { word: 'Rails', icon: 'rails', link: linkOptions({ to: '/rails' }) },
      { word: 'Audit log', icon: 'list', link: linkOptions({ to: '/audit', search: {} }) },
      {
        word: 'Audit chain',
        icon: 'list',
        link: linkOptions({ to: '/audit-chain', search: {} }),
        isProductionOnly: true,
      },
    ],
  },
]

interface NavigationProps {
  readonly id: string
  readonly isSandbox: boolean
  /** Operators sign in with passkeys. */
  readonly isProduction: boolean
  /** In a narrow window. */
  readonly isOpen: boolean
  /** A link was followed, also one to the current page. */
  readonly onFollow: () => void
}

export function Navigation({ id, isSandbox, isProduction, isOpen, onFollow }: NavigationProps) {
  const customer = useStore(openWallet)
  const isShown = (entry: Entry) => (isSandbox || !entry.isSandboxOnly) && (isProduction || !entry.isProductionOnly)
  const shown = groups(customer)
    .map((group) => ({ ...group, entries: group.entries.filter(isShown) }))
    .filter(({ entries }) => entries.length > 0)
  const here = useHere(shown.flatMap(({ entries }) => entries))
  return (
    <nav
      id={id}
      aria-label="Main"
      className={`${isOpen ? '' : 'max-xl:hidden'} border-line bg-surface max-xl:border-b xl:border-r`}
    >
      <div className="grid grid-cols-2 gap-x-4 gap-y-4 px-4 pt-3 pb-4 sm:grid-cols-3 sm:px-6 xl:sticky xl:top-0 xl:flex xl:max-h-dvh xl:flex-col xl:gap-4 xl:overflow-y-auto xl:px-3 xl:py-5">
        {shown.map((group) => (
          <EntryGroup key={group.entries[0]?.word} group={group} here={here} onFollow={onFollow} />
        ))}
        <SignOut />
      </div>
    </nav>
  )
}

/** The entry of the current page: of two that match, the more specific one. */
function useHere(entries: readonly Entry[]): Entry | undefined {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const fits = ({ link }: Entry) => 'to' in link && (path === link.to || path.startsWith(`${link.to}/`))
  const lengthOf = ({ link }: Entry) => ('to' in link ? link.to.length : 0)
  return entries.filter(fits).sort((a, b) => lengthOf(b) - lengthOf(a))[0]
}

interface EntryGroupProps {
  readonly group: Group
  readonly here: Entry | undefined
  readonly onFollow: () => void
}

function EntryGroup({ group: { title, entries }, here, onFollow }: EntryGroupProps) {
  const heading = useId()
  return (
    <div className={`min-w-0 ${title ? '' : 'max-xl:col-span-full'}`}>
      {title && (
        <p id={heading} className="px-3 pb-1 text-xs font-semibold text-muted">
          {title}
        </p>
      )}
      <ul aria-labelledby={title && heading} className="flex flex-col gap-0.5">
        {entries.map((entry) => (
          <li key={entry.word}>
            <EntryLink entry={entry} isHere={entry === here} onFollow={onFollow} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function SignOut() {
  const leave = useMutation({
    mutationFn: signOut,
    // A session that has already ended is the requested result.
    onSettled: () => window.location.assign('/'),
  })
  return (
    <button
      type="button"
      disabled={leave.isPending}
      onClick={() => leave.mutate()}
      className={`${LOOK} text-left xl:mt-auto`}
    >
      <Icon name="out" />
      Sign out
    </button>
  )
}

const LOOK =
  'flex min-h-9 items-center gap-2.5 xl:min-h-8 rounded-lg px-3 text-muted hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-ink'

interface EntryLinkProps {
  readonly entry: Entry
  readonly isHere: boolean
  readonly onFollow: () => void
}

function EntryLink({ entry: { word, icon, link, badge }, isHere, onFollow }: EntryLinkProps) {
  const content = (
    <>
      <Icon name={icon} />
      <span className="min-w-0 flex-1 leading-tight">{word}</span>
      {badge}
    </>
  )
  if ('href' in link)
    return (
      <a href={link.href} className={LOOK}>
        {content}
      </a>
    )
  return (
    <Link {...link} onClick={onFollow} activeOptions={{ exact: !isHere, includeSearch: false }} className={LOOK}>
      {content}
    </Link>
  )
}
