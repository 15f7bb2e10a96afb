import { useLinkProps, useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import css from './BackLink.module.css'
import { buttonClass, type ButtonStyle } from '../Button.tsx'

interface PathLinkProps {
  /** A path of the portal, optionally with a query. */
  path: string
  /** Opens a dialog of the current page, which keeps its other parameters. */
  keepsQuery?: boolean
  /** The id of a part of the page, which is scrolled into view. */
  hash?: string
  className?: string | undefined
  'aria-label'?: string
  'aria-current'?: 'page' | undefined
  /** -1 in a row, which is the only tab stop of its list. */
  tabIndex?: -1
  /** Runs before the link is followed, and may prevent it. */
  onClick?: (event: MouseEvent<HTMLAnchorElement>) => void
  children: ReactNode
}

/** A link to a path given as text; the page is preloaded on hover or focus. */
export function PathLink({
  path,
  keepsQuery = false,
  hash,
  onClick,
  children,
  ...rest
}: PathLinkProps) {
  const [pathname = '/', query = ''] = path.split('?')
  const wanted = Object.fromEntries(new URLSearchParams(query))
  const link = useLinkProps({
    to: pathname,
    search: (current: object) => (keepsQuery ? { ...current, ...wanted } : wanted) as never,
    state: { isLayer: keepsQuery },
    ...(hash !== undefined && { hash, resetScroll: false }),
  })
  // Only the caller knows which link is current: the query distinguishes two areas of one page.
  return (
    <a
      {...link}
      href={link.href}
      className={undefined}
      aria-current={undefined}
      {...rest}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) link.onClick?.(event)
      }}
    >
      {children}
    </a>
  )
}

/**
 * The link to the parent page, above the heading. If the page was opened from that list, it goes back in the history:
 * the list is as the user left it.
 */
export function BackLink({ path, children }: { path: string; children: string }) {
  const { history } = useRouter()
  const goBack = (event: MouseEvent) => {
    const { listIndex, __TSR_index: index } = history.location.state
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (isElsewhere || listIndex === undefined) return
    event.preventDefault()
    history.go(listIndex - index)
  }
  return (
    <PathLink path={path} className={css.back} onClick={goBack}>
      <ArrowLeft size={15} aria-hidden />
      {children}
    </PathLink>
  )
}

interface ButtonLinkProps extends ButtonStyle {
  path: string
  icon?: ReactNode
  'aria-label'?: string
  children: ReactNode
}

/** A link that looks like a button. */
export function ButtonLink({ icon, tone, size, children, ...rest }: ButtonLinkProps) {
  return (
    <PathLink {...rest} className={buttonClass({ tone, size })}>
      {icon}
      {children}
    </PathLink>
  )
}
