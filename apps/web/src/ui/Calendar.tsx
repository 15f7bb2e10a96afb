import type { Day } from '@portal/domain/kernel/day'
import { format } from 'date-fns/format'
import { DayPicker } from 'react-day-picker'
import { dateOf, dayOf } from '../kernel/today.ts'
import './calendar.css'

const labels = {
  labelNav: () => 'Months',
  labelPrevious: () => 'Previous month',
  labelNext: () => 'Next month',
  labelDayButton: (date: Date) => format(date, 'EEEE, MMMM d, yyyy'),
}

/** A month view to choose a day; loaded when first opened. */
export function Calendar({
  day,
  onChoose,
}: {
  day: Day | undefined
  onChoose: (day: Day) => void
}) {
  const selected = day ? dateOf(day) : undefined
  return (
    <DayPicker
      mode="single"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened to choose a day in it
      autoFocus
      required
      // Months are equally high, without empty rows.
      fixedWeeks
      showOutsideDays
      labels={labels}
      selected={selected}
      {...(selected && { defaultMonth: selected })}
      onSelect={(date) => onChoose(dayOf(date))}
    />
  )
}
