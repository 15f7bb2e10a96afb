import type { ReactNode } from 'react'
import css from './Badge.module.css'

/** Neutral for every normal state: a color means that a user must act, or that an action has just succeeded. */
export type BadgeTone = 'neutral' | 'ok' | 'accent' | 'warn' | 'danger'

interface BadgeProps {
  tone: BadgeTone
  icon?: ReactNode
  children: ReactNode
}

/** A state, always in words. */
export function Badge({ tone, icon, children }: BadgeProps) {
  return (
    <span className={`${css.badge} ${css[tone]}`}>
      {icon}
      {children}
    </span>
  )
}
