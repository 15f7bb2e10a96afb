import { useEffect, useRef, type ReactNode } from 'react'
import { PathLink } from './PathLink.tsx'
import css from './TabLinks.module.css'

interface TabLinksProps {
  label: string
  current: string
  items: readonly { path: string; label: string; icon?: ReactNode }[]
}

/** A tab strip of pages. Links, so that each can be opened in a new browser tab. */
export function TabLinks({ label, current, items }: TabLinksProps) {
  const strip = useRef<HTMLUListElement>(null)
  // On phones the strip may be wider than the screen.
  useEffect(() => {
    const tab = strip.current?.children[items.findIndex(({ path }) => path === current)]
    if (tab instanceof HTMLElement)
      strip.current?.scrollTo({ left: tab.offsetLeft - strip.current.clientWidth / 3 })
  }, [items, current])
  return (
    <nav className={css.tabs} data-edge aria-label={label}>
      <ul ref={strip}>
        {items.map((item) => (
          <li key={item.path}>
            <PathLink path={item.path} aria-current={item.path === current ? 'page' : undefined}>
              {item.icon}
              {item.label}
            </PathLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
