/** Button that opens the search; ⌘K or Ctrl K do the same. Its window is loaded when it is first opened. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

const Palette = lazy(() => import('../pages/palette/palette.tsx').then(({ Palette }) => ({ default: Palette })))
const KEYS = navigator.platform.startsWith('Mac') ? '⌘K' : 'Ctrl K'

export function PaletteButton({ isSandbox }: { isSandbox: boolean }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const toggle = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      setOpen((before) => !before)
    }
    window.addEventListener('keydown', toggle)
    return () => window.removeEventListener('keydown', toggle)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Meta+K Control+K"
        onClick={() => setOpen(true)}
        className={`${buttonClass({ size: 'small' })} text-muted`}
      >
        <Icon name="search" />
        <span className="max-sm:sr-only">Search</span>
        <kbd className="font-sans text-xs max-md:hidden">{KEYS}</kbd>
      </button>
      {isOpen && (
        <Suspense>
          <Palette isSandbox={isSandbox} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
