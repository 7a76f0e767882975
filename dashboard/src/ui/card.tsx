/** Card: a section of a page with its heading. */
import { type ReactNode, useId } from 'react'

interface CardProps {
  readonly title: ReactNode
  /** Beside the heading. */
  readonly aside?: ReactNode
  readonly children: ReactNode
  readonly className?: string
}

export function Card({ title, aside, children, className = '' }: CardProps) {
  const heading = useId()
  return (
    <section
      aria-labelledby={heading}
      className={`min-w-0 rounded-2xl border border-line bg-surface shadow-card ${className}`}
    >
      <header className="flex min-h-14 items-center justify-between gap-3 px-5 pt-3 pb-1">
        <h2 id={heading} className="font-semibold">
          {title}
        </h2>
        {aside}
      </header>
      <div className="px-5 pb-5">{children}</div>
    </section>
  )
}
