import type { ReactNode } from 'react'
import css from './Page.module.css'
import { PageTitle } from './PageTitle.tsx'

interface PageProps {
  title: string
  /** What the document is called, when the heading alone does not say it. */
  documentTitle?: string
  above?: ReactNode
  subtitle?: ReactNode
  actions?: ReactNode
  /** A column in the middle: short rows are hard to follow across a wide screen. */
  narrow?: boolean
  children: ReactNode
}

/** The frame of every screen: heading, actions, content. */
export function Page(props: PageProps) {
  const { title, documentTitle = title, above, subtitle, actions, narrow, children } = props
  return (
    <div className={`${css.page} ${narrow ? css.narrow : ''}`}>
      <PageTitle>{documentTitle}</PageTitle>
      <header className={css.head}>
        <div className={css.heading}>
          {above}
          <h1 className={css.title}>{title}</h1>
          {subtitle && <p className={css.subtitle}>{subtitle}</p>}
        </div>
        {actions && <div className={css.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}
