import type { ReactNode } from 'react'
import css from './PanelHead.module.css'

interface PanelHeadProps {
  title: string
  /** Nothing while it is not known. */
  total: number | undefined
  /** Stands beside the title. */
  children?: ReactNode
}

/** The name of a panel and how much is in it. */
export function PanelHead({ title, total, children }: PanelHeadProps) {
  return (
    <div className={css.head}>
      <h2>{title}</h2>
      {children}
      <span role="status">{total !== undefined && `Total: ${total.toLocaleString('en-US')}`}</span>
    </div>
  )
}
