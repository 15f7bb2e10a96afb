import type { ReactNode } from 'react'
import css from './Card.module.css'

/** A raised panel; a landmark region if it has a label. */
export function Card({
  label,
  flush,
  children,
}: {
  label?: string
  flush?: boolean
  children: ReactNode
}) {
  const className = `${css.card} ${flush ? css.flush : ''}`
  if (!label) return <div className={className}>{children}</div>
  return (
    <section className={className} aria-label={label}>
      {children}
    </section>
  )
}
