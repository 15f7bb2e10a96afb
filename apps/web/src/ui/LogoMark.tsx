import css from './LogoMark.module.css'

/** The logo of the portal; the class sets its size. */
export function LogoMark({ className }: { className: string | undefined }) {
  return (
    <svg className={`${css.logo} ${className}`} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="8" />
      <path d="M11 8v16h11" />
      <path d="M17 9h5M17 14.5h5" />
    </svg>
  )
}
