import { useLinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface PathLinkProps {
  /** A path of the portal, with its query if it has one. */
  path: string
  /** Keeps the rest of the query when it leads to the page one is on. */
  keepsQuery?: boolean
  className?: string | undefined
  'aria-label'?: string
  'aria-current'?: 'page' | undefined
  children: ReactNode
}

/** A link to a path that is known as text; the page it leads to is loaded on intent. */
export function PathLink({ path, keepsQuery = false, children, ...rest }: PathLinkProps) {
  const [pathname = '/', query = ''] = path.split('?')
  const wanted = Object.fromEntries(new URLSearchParams(query))
  const link = useLinkProps({
    to: pathname,
    search: (current: object) => (keepsQuery ? { ...current, ...wanted } : wanted) as never,
  })
  // Only the caller knows which link is current: the query decides between two of one page.
  return (
    <a {...link} className={undefined} aria-current={undefined} {...rest}>
      {children}
    </a>
  )
}
