/** Buttons, and links that look like buttons. */
import type { ComponentProps } from 'react'

const LOOKS = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong border-transparent',
  plain: 'bg-surface text-ink hover:bg-sunken border-edge',
  quiet: 'bg-transparent text-accent hover:bg-accent-soft border-transparent',
  danger: 'bg-bad text-surface hover:opacity-90 border-transparent',
  dangerQuiet: 'bg-transparent text-bad hover:bg-bad-soft border-bad/40',
} as const
const SIZES = { normal: 'min-h-11 px-5 text-base', small: 'min-h-8 px-3 text-sm' } as const

export interface ButtonLook {
  readonly look?: keyof typeof LOOKS
  readonly size?: keyof typeof SIZES
}

export const buttonClass = ({ look = 'plain', size = 'normal' }: ButtonLook = {}): string =>
  `inline-flex items-center justify-center gap-2 rounded-lg border font-medium whitespace-nowrap transition-colors disabled:opacity-55 ${LOOKS[look]} ${SIZES[size]}`

export function Button({
  look,
  size,
  className = '',
  type = 'button',
  ...rest
}: ComponentProps<'button'> & ButtonLook) {
  return <button type={type} className={`${buttonClass({ look, size })} ${className}`} {...rest} />
}
