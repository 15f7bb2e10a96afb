import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import css from './Banner.module.css'
import { IconButton } from './IconButton.tsx'

interface BannerProps {
  tone: 'info' | 'warn' | 'danger' | 'ok'
  /** Screen readers announce `alert` immediately, `status` at the next pause. */
  role?: 'alert' | 'status'
  actions?: ReactNode
  onDismiss?: () => void
  children: ReactNode
}

const icons = { info: Info, warn: TriangleAlert, danger: CircleAlert, ok: CircleCheck }

export function Banner({ tone, role, actions, onDismiss, children }: BannerProps) {
  const Icon = icons[tone]
  return (
    <div className={`${css.banner} ${css[tone]}`} role={role}>
      <Icon size={17} aria-hidden />
      <div className={css.words}>{children}</div>
      {actions}
      {onDismiss && (
        <IconButton label="Dismiss" onClick={onDismiss}>
          <X size={15} aria-hidden />
        </IconButton>
      )}
    </div>
  )
}
