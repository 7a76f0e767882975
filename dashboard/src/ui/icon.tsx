/** Owns the few signs that the pages use, drawn in the colour of the text around them. */

const PATHS = {
  arrow: 'M4 10h12m-5-5 5 5-5 5',
  check: 'm4 10.5 4 4 8-9',
  copy: 'M7 7V4.5A1.5 1.5 0 0 1 8.5 3h7A1.5 1.5 0 0 1 17 4.5v7a1.5 1.5 0 0 1-1.5 1.5H13M4.5 7h7A1.5 1.5 0 0 1 13 8.5v7a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 3 15.5v-7A1.5 1.5 0 0 1 4.5 7Z',
  cross: 'm5 5 10 10M15 5 5 15',
  house: 'M3 9.5 10 4l7 5.5M5 8.5V16h10V8.5M8.5 16v-4h3v4',
  out: 'M8 5H5v10h10v-3M11 4h5v5m0-5-7 7',
  causeway: 'M2 7h16M2 14v-1.5a2.6 2.6 0 0 1 5.2 0V14m0-1.5a2.8 2.8 0 0 1 5.6 0V14m0-1.5a2.6 2.6 0 0 1 5.2 0V14',
} as const

interface IconProps {
  readonly name: keyof typeof PATHS
  readonly size?: string
  readonly className?: string
}

export function Icon({ name, size = 'size-4', className = '' }: IconProps) {
  return (
    <svg
      viewBox="0 0 20 20"
      className={`shrink-0 ${size} ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
