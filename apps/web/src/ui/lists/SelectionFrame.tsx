import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../IconButton.tsx'
import { Row } from '../parts.tsx'
import css from './SelectionFrame.module.css'

interface SelectionFrameProps {
  /** The number of selected rows, and how many of them the search and filters hide. */
  count: number
  hidden: number
  /** The total of the selected rows. */
  sums: ReactNode
  /** What the user can do with the selected rows, or must do first. */
  note: ReactNode
  /** The progress of an action. */
  progress?: ReactNode
  isPhone: boolean
  onClose: () => void
  /** Selects all rows, where the list has no checkbox for that. */
  all?: ReactNode
  /** The actions, the main one last. */
  children: ReactNode
}

/** The bar below a list with selected rows: `4 selected`, their total, and the possible actions. */
export function SelectionFrame(props: SelectionFrameProps) {
  const { count, hidden, sums, note, progress, isPhone, onClose, all, children } = props
  return (
    <div
      className={css.bar}
      role="presentation"
      data-selection
      data-screen
      data-edge={isPhone ? undefined : true}
      data-action-bar={isPhone ? 'tall' : undefined}
      onKeyDown={({ key, defaultPrevented }) => {
        if (key === 'Escape' && !defaultPrevented) onClose()
      }}
    >
      <Row as="section" gap={3} wrap className={css.content} aria-label="Selection">
        <p className={css.what} role="status" data-beside-all={all ? true : undefined}>
          <b>{`${count.toLocaleString('en-US')} selected`}</b>
          {hidden > 0 && ` (${hidden.toLocaleString('en-US')} not shown)`}
          {sums && <span className={css.sums}>{sums}</span>}
          {note && <small>{note}</small>}
        </p>
        {progress}
        <Row gap={3} align="stretch" wrap className={css.actions}>
          {children}
        </Row>
        <div className={css.clear}>
          {all}
          <IconButton label="Clear selection (Esc)" onClick={onClose}>
            <X size={18} aria-hidden />
          </IconButton>
        </div>
      </Row>
    </div>
  )
}
