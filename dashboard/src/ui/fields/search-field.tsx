/** Search field: reports the text when typing pauses, so that an address or a list does not change with every letter. */
import { useEffect, useRef, useState } from 'react'
import { TextField } from './text-field.tsx'

/** Pause after the last letter. */
const PAUSE_MS = 200

interface SearchFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (text: string) => void
}

export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState<string>()
  const report = useRef(onChange)
  useEffect(() => {
    report.current = onChange
  })
  useEffect(() => {
    if (typed === undefined) return
    const timer = setTimeout(() => {
      report.current(typed.trim())
      setTyped(undefined)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return <TextField type="search" label={label} placeholder={placeholder} value={typed ?? value} onChange={setTyped} />
}
