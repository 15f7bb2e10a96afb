import { useQuery } from '@tanstack/react-query'
import { BellDot } from 'lucide-react'
import { attentionCountQuery } from '../attention/attention.api.ts'
import { NavButton } from './NavButton.tsx'
import css from './NavList.module.css'

/**
 * For super admins: how many items of all companies wait for a person. Asked for on each page and when the window gets
 * the focus; asking on a timer would keep an idle session alive.
 */
export function AttentionButton({ pathname }: { pathname: string }) {
  const { data } = useQuery(attentionCountQuery(pathname))
  const total = data?.total ?? 0
  return (
    <NavButton
      to="/attention"
      className={`${css.manage} ${css.attention}`}
      aria-current={pathname === '/attention' ? 'page' : undefined}
    >
      <BellDot size={17} aria-hidden />
      <span className={css.words}>ATTENTION</span>
      {total > 0 && (
        <span className={css.count}>
          {total > 99 ? '99+' : total}
          <span className="sr-only">{total === 1 ? ' item' : ' items'}</span>
        </span>
      )}
    </NavButton>
  )
}
