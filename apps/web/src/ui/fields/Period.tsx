import type { Day } from '@portal/domain/kernel/day'
import { DayFilter, useDayText } from './DateField.tsx'
import { periodText } from './period-text.ts'
import { RangeChip } from './RangeChip.tsx'
import css from './RangeChip.module.css'

interface PeriodProps {
  from: Day | undefined
  to: Day | undefined
  /** The kind of days, if they are not days of the user's time zone. */
  note?: string
  onChange: (change: { from?: Day | undefined; to?: Day | undefined }) => void
}

/** The filter for a range of days: a first and a last day. */
export function Period({ from, to, note, onChange }: PeriodProps) {
  // Kept here, so that an invalid entry remains when the popover opens again.
  const first = useDayText(from, (from) => onChange({ from }))
  const last = useDayText(to, (to) => onChange({ to }))
  return (
    <RangeChip
      label="Period"
      value={periodText(from, to)}
      onClear={() => onChange({ from: undefined, to: undefined })}
    >
      <DayFilter label="From" {...first} />
      <DayFilter label="To" {...last} />
      {note && <p className={css.note}>{note}</p>}
    </RangeChip>
  )
}
