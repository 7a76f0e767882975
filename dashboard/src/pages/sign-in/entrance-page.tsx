/** Frame of the pages before sign-in. */
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'

interface EntranceProps {
  readonly title: string
  readonly heading: string
  readonly children: ReactNode
}

export function EntrancePage({ title, heading, children }: EntranceProps) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col justify-center gap-6 px-6 py-12">
      <title>{`${title} · Causeway`}</title>
      <span className="grid size-12 place-items-center rounded-xl bg-accent text-on-accent">
        <Icon name="causeway" size="size-8" />
      </span>
      <h1 className="text-3xl font-semibold tracking-tight">{heading}</h1>
      {children}
    </main>
  )
}
