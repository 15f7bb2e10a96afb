import { PathLink } from '../ui/PathLink.tsx'
import css from './Header.module.css'

export function Logo() {
  return (
    <PathLink path="/" className={css.logo} aria-label="Licensing & Billing, start page">
      <svg className={css.mark} viewBox="0 0 32 32" aria-hidden>
        <rect width="32" height="32" rx="8" />
        <path d="M11 8v16h11" />
        <path d="M17 9h5M17 14.5h5" />
      </svg>
      <span>Licensing &amp; Billing</span>
    </PathLink>
  )
}
