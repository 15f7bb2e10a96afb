import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import css from './SortButton.module.css'

interface SortButtonProps {
  label: string
  sorted: 'ascending' | 'descending' | undefined
  onClick: () => void
}

/** A column's name that orders the rows by it, and the other way round when pressed again. */
export function SortButton({ label, sorted, onClick }: SortButtonProps) {
  const Icon = sorted === 'ascending' ? ArrowUp : sorted === 'descending' ? ArrowDown : ArrowUpDown
  return (
    <button type="button" className={css.sort} data-sorted={sorted} onClick={onClick}>
      {label}
      <Icon size={13} aria-hidden />
    </button>
  )
}
