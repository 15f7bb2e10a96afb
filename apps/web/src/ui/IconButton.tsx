import type { ComponentProps } from 'react'
import css from './IconButton.module.css'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'style'> {
  /** The accessible name. */
  label: string
}

export function IconButton({ label, children, ...rest }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} {...rest} className={css.iconButton}>
      {children}
    </button>
  )
}
