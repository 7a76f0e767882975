/** Table: a head that narrow screens leave to screen readers, and rows with a line between them. */
import type { ReactNode } from 'react'

/** The smallest window width at which a column is shown. */
type From = 'sm' | 'md' | 'lg'

export interface Column {
  readonly title: string
  readonly about?: string | undefined
  readonly isRight?: boolean
  readonly isStrong?: boolean
  /** Absent: always. */
  readonly from?: From
}

interface TableProps {
  readonly columns: readonly Column[]
  /** The head is shown from this width on. */
  readonly headFrom?: From | 'always'
  readonly className?: string
  /** Rows. */
  readonly children: ReactNode
}

const HEAD = { always: '', sm: 'max-sm:sr-only', md: 'max-md:sr-only', lg: 'max-lg:sr-only' } as const
const SHOWN: Readonly<Record<From, string>> = { sm: 'max-sm:hidden', md: 'max-md:hidden', lg: 'max-lg:hidden' }
const sideOf = (isRight: boolean) => (isRight ? 'pl-4 text-right' : 'pr-4 text-left')

export function Table({ columns, headFrom = 'sm', className = '', children }: TableProps) {
  return (
    <table className={`w-full ${className}`}>
      <thead className={HEAD[headFrom]}>
        <tr className="border-b border-line text-sm text-muted">
          {columns.map(({ title, about, isRight = false, isStrong = false, from }) => (
            <th
              key={title}
              title={about}
              className={`py-2 ${sideOf(isRight)} ${isStrong ? 'font-semibold text-ink' : 'font-medium'} ${from ? SHOWN[from] : ''}`}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">{children}</tbody>
    </table>
  )
}

interface CellProps {
  readonly isRight?: boolean
  readonly from?: From
  readonly className?: string
  readonly children: ReactNode
}

export function Cell({ isRight = false, from, className = '', children }: CellProps) {
  return <td className={`py-2.5 align-top ${sideOf(isRight)} ${from ? SHOWN[from] : ''} ${className}`}>{children}</td>
}
