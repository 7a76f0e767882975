/** Form state: typed texts, and the errors that are shown (of a field after it was left, of all on submit). */
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../client/api-error.ts'
import { findFaults, type Group, type Texts } from './values.ts'

/** @param initial texts that the form begins with */
export function useTyped(groups: readonly Group[], initial: Texts = {}) {
  const form = useRef<HTMLFormElement>(null)
  const [texts, setTexts] = useState<Texts>(initial)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isTried, setTried] = useState(0)
  const [refused, setRefused] = useState<Texts>({})
  const [code, setCode] = useState('')
  const found: Texts = Object.assign({}, ...groups.map((group) => findFaults(group, texts)))
  const shown = Object.fromEntries(
    Object.entries(found).filter(([path]) => isTried > 0 || (left.has(path) && texts[path])),
  )
  useEffect(() => {
    if (isTried) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [isTried])
  return {
    form,
    texts,
    isRefused: Object.keys(refused).length > 0,
    /** Shows all faults, and moves the focus to the first. */
    isValid() {
      setTried((times) => times + 1)
      setRefused({})
      return Object.keys(found).length === 0
    },
    /** @param said faults of an error reply, by path */
    refuse(said: Texts, error: Error) {
      setRefused(said)
      setCode(error instanceof ApiError ? error.code : '')
      if (Object.keys(said).length > 0) setTried((times) => times + 1)
    },
    props: {
      texts,
      faults: { ...refused, ...shown },
      faultCodes: Object.fromEntries(
        Object.keys(refused)
          .filter((path) => !(path in shown))
          .map((path) => [path, code]),
      ),
      onChange(path: string, text: string) {
        setTexts((before) => ({ ...before, [path]: text }))
        setRefused(({ [path]: _, ...others }) => others)
      },
      onLeave: (path: string) => setLeft((before) => new Set(before).add(path)),
    },
  }
}
