/** Links to the newest and the next older page of a list. */
import type { ReactNode } from 'react'

interface PagerProps {
  /** Absent: this is the newest page. */
  readonly newest: ReactNode
  /** Absent: this is the oldest page. */
  readonly older: ReactNode
}

export function Pager({ newest, older }: PagerProps) {
  if (!newest && !older) return null
  return (
    <nav aria-label="Pages" className="flex justify-between">
      {newest || <span />}
      {older}
    </nav>
  )
}
