import type { ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { Dialog } from '../layers/Dialog.tsx'
import css from './Filters.module.css'
import { InSheet } from './in-sheet.ts'

interface FilterSheetProps {
  on: number
  onClear: () => void
  found: string | undefined
  onClose: () => void
  children: ReactNode
}

/** The filters on a phone. They apply immediately; the button shows the number of results. */
export function FilterSheet({ on, onClear, found, onClose, children }: FilterSheetProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Filters"
      actions={
        <>
          {on > 0 && <Button onClick={onClear}>Clear filters</Button>}
          <Button tone="primary" onClick={onClose}>
            {found === undefined ? 'Close' : `Show ${found}`}
          </Button>
        </>
      }
    >
      <InSheet value>
        <div className={css.sheet} data-controls>
          {children}
        </div>
      </InSheet>
    </Dialog>
  )
}
