import type { Day } from '@portal/domain/kernel/day'
import { format } from 'date-fns/format'
import { DayPicker } from 'react-day-picker'
import { dateOf, dayOf, today } from '../../kernel/today.ts'
import './calendar.css'

const labels = {
  labelNav: () => 'Months',
  labelPrevious: () => 'Previous month',
  labelNext: () => 'Next month',
  labelMonthDropdown: () => 'Month',
  labelYearDropdown: () => 'Year',
  labelDayButton: (date: Date) => format(date, 'EEEE, MMMM d, yyyy'),
}

// Month and year fit beside the arrows.
const formatters = { formatMonthDropdown: (date: Date) => format(date, 'MMM') }

/** The years to choose from; the calendar also shows a day before or after them that was typed. */
const yearsBack = 20
const yearsAhead = 10

/** A month view to choose a day; loaded when first opened. */
export function Calendar({
  day,
  onChoose,
}: {
  day: Day | undefined
  onChoose: (day: Day) => void
}) {
  const selected = day ? dateOf(day) : undefined
  const thisYear = Number(today().slice(0, 4))
  const year = selected?.getFullYear() ?? thisYear
  return (
    <DayPicker
      mode="single"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened to choose a day in it
      autoFocus
      required
      // Months are equally high, without empty rows.
      fixedWeeks
      showOutsideDays
      captionLayout="dropdown"
      startMonth={new Date(Math.min(year, thisYear - yearsBack), 0)}
      endMonth={new Date(Math.max(year, thisYear + yearsAhead), 11)}
      labels={labels}
      formatters={formatters}
      selected={selected}
      {...(selected && { defaultMonth: selected })}
      onSelect={(date) => onChoose(dayOf(date))}
    />
  )
}
