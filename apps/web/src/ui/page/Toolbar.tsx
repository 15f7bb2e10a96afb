import type { ReactNode } from 'react'
import { Row } from '../parts.tsx'
import css from './Toolbar.module.css'

interface ToolbarProps {
  children: ReactNode
  /** `Total: 12`; false or undefined while the list is loading. */
  total: string | false | undefined
}

/** The search and filters above a list, and the number of matching rows. On phones they stay visible. */
export function Toolbar({ children, total }: ToolbarProps) {
  return (
    <div className={css.toolbar} data-edge data-part={/ of /.test(total || '') || undefined}>
      {children}
      <Row as="span" tone="faint" className={css.total} role="status">
        {total}
      </Row>
    </div>
  )
}
