/** Activity of the person: reported at most once a minute, so that the session of an open but unused page ends. */
import { useEffect } from 'react'
import { noteActivity } from '../api/session.ts'

const REPORT_MS = 60_000

/** @param isWatched false in the sandbox, whose sessions do not end by themselves */
export function useActivity(isWatched: boolean): void {
  useEffect(() => {
    if (!isWatched) return
    let reportedAt = 0
    const report = () => {
      if (Date.now() - reportedAt < REPORT_MS) return
      reportedAt = Date.now()
      // The next read detects a session that has ended.
      noteActivity().catch(() => undefined)
    }
    for (const type of ['pointerdown', 'keydown'] as const) window.addEventListener(type, report)
    return () => {
      for (const type of ['pointerdown', 'keydown'] as const) window.removeEventListener(type, report)
    }
  }, [isWatched])
}
