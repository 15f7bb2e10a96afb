import { Check, Minus } from 'lucide-react'
import { Hint } from '../Hint.tsx'
import css from './SelectBox.module.css'

/** The selection of a list, which its screen keeps. */
export interface Selecting<Row> {
  /** The name of a row in the label of its checkbox. */
  nameOf: (row: Row) => string
  isSelected: (row: Row) => boolean
  /** Why a row cannot be selected. */
  refusalOf: (row: Row) => string | undefined
  /** Whether a tap anywhere on a card selects it; otherwise it opens the row. */
  takesTaps: boolean
  /** `Select all 46`, or `Select all 44 of 46`. */
  allText: string
  /** The number of rows of the list that cannot be selected. */
  refused: number
  /** Whether all, none or some of the rows are selected. */
  checked: boolean | 'mixed'
  /** Toggles a row; or, with Shift, every row from the last one on. */
  onRow: (index: number, isExtended: boolean) => void
  /** Selects the rows between two, which the keyboard passed. */
  onPass: (from: number, to: number) => void
  onAll: () => void
  onClear: () => void
}

interface SelectBoxProps {
  label: string
  checked: boolean | 'mixed'
  /** Absent in a row: the list handles the clicks of all its rows. */
  onClick?: () => void
  /** -1 in a row: the list is one tab stop, and a key selects a row. */
  isInRow?: true
  /** Why it is disabled. */
  refusal?: string | undefined
}

/** The checkbox of a row, or of all rows. */
export function SelectBox({ label, checked, onClick, isInRow, refusal }: SelectBoxProps) {
  const Mark = checked === 'mixed' ? Minus : Check
  return (
    <Hint text={refusal}>
      <button
        type="button"
        role="checkbox"
        className={css.box}
        aria-label={label}
        aria-checked={checked}
        aria-disabled={refusal !== undefined || undefined}
        tabIndex={isInRow && -1}
        data-selects
        onClick={onClick}
      >
        <span aria-hidden>{checked && <Mark size={12} strokeWidth={3} />}</span>
      </button>
    </Hint>
  )
}
