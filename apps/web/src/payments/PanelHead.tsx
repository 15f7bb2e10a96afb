import type { ReactNode } from 'react'
import { totalText } from '../ui/lists/page-range.ts'
import { Row, Text } from '../ui/parts.tsx'
import css from './PanelHead.module.css'

interface PanelHeadProps {
  title: string
  /** The tab above has the same text: the title is only for screen readers and paper. */
  isTabTitle?: true
  /** Undefined while unknown. */
  total: number | undefined
  /** Shown beside the title. */
  children?: ReactNode
}

/** The title of a panel and its number of entries. */
export function PanelHead({ title, isTabTitle, total, children }: PanelHeadProps) {
  return (
    <Row gap={4} rowGap={3} wrap className={css.head}>
      <h2 className={isTabTitle && css.inTab}>{title}</h2>
      {children}
      <Text tone="faint" className={css.total} role="status">
        {total !== undefined && totalText({ count: total })}
      </Text>
    </Row>
  )
}
