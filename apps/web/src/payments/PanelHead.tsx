import type { ReactNode } from 'react'
import { totalText } from '../ui/page-range.ts'
import css from './PanelHead.module.css'

interface PanelHeadProps {
  title: string
  /** Undefined while unknown. */
  total: number | undefined
  /** Shown beside the title. */
  children?: ReactNode
}

/** The title of a panel and its number of entries. */
export function PanelHead({ title, total, children }: PanelHeadProps) {
  return (
    <div className={css.head}>
      <h2>{title}</h2>
      {children}
      <span role="status">{total !== undefined && totalText({ count: total })}</span>
    </div>
  )
}
