/** Modal dialog: the browser's own, which traps the focus and closes with Escape. */
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Icon } from './icon.tsx'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  /** For content with long lines. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** Open as long as it is rendered. */
export function Dialog({ title, onClose, isWide = false, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => ref.current?.showModal(), [])
  return (
    <dialog
      ref={ref}
      aria-labelledby={heading}
      onClose={onClose}
      className={`m-auto ${isWide ? 'w-[min(42rem,calc(100vw-2rem))]' : 'w-[min(27rem,calc(100vw-2rem))]'} rounded-2xl border border-line bg-surface p-0 text-ink shadow-card open:animate-arrive`}
    >
      <header className="flex items-center justify-between px-6 pt-5">
        <h2 id={heading} className="text-lg font-semibold">
          {title}
        </h2>
        <button
          type="button"
          onClick={onClose}
          aria-label="Close"
          className="-mr-2 rounded-lg p-2 text-muted hover:bg-sunken"
        >
          <Icon name="cross" />
        </button>
      </header>
      <div className="px-6 pt-3 pb-6">{children}</div>
    </dialog>
  )
}
