/** Icons, in the colour of the surrounding text. */

const PATHS = {
  arrow: 'M4 10h12m-5-5 5 5-5 5',
  check: 'm4 10.5 4 4 8-9',
  copy: 'M7 7V4.5A1.5 1.5 0 0 1 8.5 3h7A1.5 1.5 0 0 1 17 4.5v7a1.5 1.5 0 0 1-1.5 1.5H13M4.5 7h7A1.5 1.5 0 0 1 13 8.5v7a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 3 15.5v-7A1.5 1.5 0 0 1 4.5 7Z',
  cross: 'm5 5 10 10M15 5 5 15',
  house: 'M3 9.5 10 4l7 5.5M5 8.5V16h10V8.5M8.5 16v-4h3v4',
  out: 'M8 5H5v10h10v-3M11 4h5v5m0-5-7 7',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  up: 'm5 12.5 5-5 5 5',
  down: 'm5 7.5 5 5 5-5',
  grip: 'M7.5 5v.01M12.5 5v.01M7.5 10v.01M12.5 10v.01M7.5 15v.01M12.5 15v.01',
  exchange: 'M4 7h12m-3-3 3 3-3 3M16 13H4m3-3-3 3 3 3',
  bank: 'M3 8.5 10 4l7 4.5H3Zm2 0v6m3.3-6v6m3.4-6v6m3.3-6v6M3 16.5h14',
  wallet:
    'M15.5 7V5A1.5 1.5 0 0 0 14 3.5H4.5a1.5 1.5 0 0 0 0 3.5H16a1.5 1.5 0 0 1 1.5 1.5V15a1.5 1.5 0 0 1-1.5 1.5H4.5A1.5 1.5 0 0 1 3 15V5.2M14 11.7v.01',
  card: 'M4 4.5h12A1.5 1.5 0 0 1 17.5 6v8a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 14V6A1.5 1.5 0 0 1 4 4.5ZM2.5 8.5h15M5.5 12.5h3',
  terminal:
    'M6.5 2.5h7A1.5 1.5 0 0 1 15 4v12a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 5 16V4a1.5 1.5 0 0 1 1.5-1.5ZM7.5 5.5h5v3h-5v-3Zm0 5.8v.01m2.5-.01v.01m2.5-.01v.01m-5 2.8v.01m2.5-.01v.01m2.5-.01v.01',
  snow: 'M10 2.5v15M3.5 6.2l13 7.6M16.5 6.2l-13 7.6M7.5 3.8 10 6l2.5-2.2M7.5 16.2 10 14l2.5 2.2',
  tap: 'M5 8.5a3.5 3.5 0 0 1 0 3M8.5 6.5a7.2 7.2 0 0 1 0 7M12 4.5a11.2 11.2 0 0 1 0 11',
  agent:
    'M6 7.5h8a2 2 0 0 1 2 2V14a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V9.5a2 2 0 0 1 2-2ZM10 7.5V4m0 0v-.01M8 11v1.5m4-1.5v1.5M2 11v2m16-2v2',
  stamp: 'M3.5 10.5v4A1.5 1.5 0 0 0 5 16h10a1.5 1.5 0 0 0 1.5-1.5v-4M6.5 8l3 3 6.5-7',
  list: 'M7 5h10M7 10h10M7 15h10M3.5 5v.01M3.5 10v.01M3.5 15v.01',
  hook: 'M10 3v8.500m0 0a3 3 0 1 1-4.500 2.600M10 11.500 14.500 7m0 0V11m0-4h-4',
  bolt: 'M11 2.5 4.500 11.500H10L9 17.500l6.500-9H10l1-6Z',
  mail: 'M3.5 4.5h13a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1ZM3 5.5l7 5.5 7-5.5',
  book: 'M10 5.5C8.5 4.300 6 4 3 4v11c3 0 5.5.3 7 1.5 1.5-1.200 4-1.5 7-1.5V4c-3 0-5.5.3-7 1.5Zm0 0v11',
  people:
    'M7 9.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Zm-5 6.500c0-2.500 2-4.500 5-4.500s5 2 5 4.500M13 9.500a2.200 2.200 0 1 0-.8-4.300M14 11.700c2.400.2 4 2 4 4.300',
  search: 'M9 15a6 6 0 1 0 0-12 6 6 0 0 0 0 12Zm4.300-1.700L17 17',
  rails: 'M6.5 3 4 17M13.5 3 16 17M6 6.500h8M5.300 10.500h9.400M4.600 14.500h10.800',
  branch: 'M5.500 4v12M5.500 13c0-4 9-2.500 9-6.500M14.500 6.500a1.700 1.700 0 1 0 0-3.400 1.700 1.700 0 0 0 0 3.400Z',
  causeway: 'M2 7h16M2 14v-1.5a2.6 2.6 0 0 1 5.2 0V14m0-1.5a2.8 2.8 0 0 1 5.6 0V14m0-1.5a2.6 2.6 0 0 1 5.2 0V14',
} as const

export type IconName = keyof typeof PATHS

interface IconProps {
  readonly name: IconName
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
