/** Machine text shown as it is: breaks anywhere, scrolls when long. Ids in it are links. */
import { LinkedText } from './linked-text.tsx'

interface VerbatimProps {
  readonly label: string
  readonly text: string
  readonly className?: string
}

export function Verbatim({ label, text, className = 'max-h-72' }: VerbatimProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      className={`overflow-auto rounded-xl bg-sunken ${className}`}
    >
      <pre className="p-3.5 font-mono text-[0.78rem] leading-relaxed break-all whitespace-pre-wrap">
        <LinkedText text={text} />
      </pre>
    </section>
  )
}
