/** Narrow window: diagrams run downwards instead of to the right. */
import { useSyncExternalStore } from 'react'

const narrow = window.matchMedia('(max-width: 760px)')
const subscribe = (changed: () => void) => {
  narrow.addEventListener('change', changed)
  return () => narrow.removeEventListener('change', changed)
}
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches)
