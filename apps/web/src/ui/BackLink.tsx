import { ArrowLeft } from 'lucide-react'
import css from './BackLink.module.css'
import { PathLink } from './PathLink.tsx'

/** The way up from a page, above its heading. */
export function BackLink({ path, children }: { path: string; children: string }) {
  return (
    <PathLink path={path} className={css.back}>
      <ArrowLeft size={15} aria-hidden />
      {children}
    </PathLink>
  )
}
