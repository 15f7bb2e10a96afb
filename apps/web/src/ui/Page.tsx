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
  /** Fills the window instead of growing with its content: lists that scroll by themselves. */
  fills?: boolean
  children: ReactNode
}

/** The frame of every screen: heading, actions, content. */
export function Page(props: PageProps) {
  const { title, documentTitle = title, above, subtitle, actions, fills, children } = props
  return (
    <div className={`${css.page} ${fills ? css.fills : ''}`}>
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
