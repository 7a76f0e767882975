/** Keyboard shortcuts of a page, inactive in fields and dialogs. */
import { useEffect } from 'react'

/** What each key does, by `KeyboardEvent.key`. */
export type Shortcuts = Readonly<Record<string, (() => void) | undefined>>

const TYPED_INTO = 'input, textarea, select, [contenteditable]'

export function useShortcuts(shortcuts: Shortcuts): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = shortcuts[event.key]
      const target = event.target as Element
      // Shift is ignored: many keyboards need it for the question mark.
      if (!act || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (target.closest(TYPED_INTO) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [shortcuts])
}
