import type { ReactNode } from 'react'
import { buttonClass, type ButtonLook } from './Button.tsx'
import { PathLink } from './PathLink.tsx'

interface ButtonLinkProps extends ButtonLook {
  path: string
  icon?: ReactNode
  children: ReactNode
}

/** A place to go to that looks like a button. */
export function ButtonLink({ path, icon, tone, size, children }: ButtonLinkProps) {
  return (
    <PathLink path={path} className={buttonClass({ tone, size })}>
      {icon}
      {children}
    </PathLink>
  )
}
