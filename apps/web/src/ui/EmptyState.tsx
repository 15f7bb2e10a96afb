import type { ReactNode } from 'react'
import css from './EmptyState.module.css'

export interface EmptyStateProps {
  icon: ReactNode
  text: string
  note?: string
  action?: ReactNode
}

/** Nothing to show, in the screen's words; a note and a way out when filters are the reason. */
export function EmptyState({ icon, text, note, action }: EmptyStateProps) {
  return (
    <div className={css.empty} role="status">
      <span className={css.icon}>{icon}</span>
      <p className={css.text}>{text}</p>
      {note && <p className={css.note}>{note}</p>}
      {action}
    </div>
  )
}
