import { PathLink } from './PathLink.tsx'
import css from './TabLinks.module.css'

interface TabLinksProps {
  label: string
  current: string
  items: readonly { path: string; label: string }[]
}

/** A strip of pages that belong together: links, so that each can be opened in a tab of its own. */
export function TabLinks({ label, current, items }: TabLinksProps) {
  return (
    <nav className={css.tabs} aria-label={label}>
      <ul>
        {items.map((item) => (
          <li key={item.path}>
            <PathLink path={item.path} aria-current={item.path === current ? 'page' : undefined}>
              {item.label}
            </PathLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
