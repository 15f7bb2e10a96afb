import { Field } from '@base-ui/react/field'
import { Popover } from '@base-ui/react/popover'
import { formatDay, parseDay, type Day } from '@portal/domain/kernel/day'
import { Calendar as CalendarIcon } from 'lucide-react'
import { Suspense, useContext, useRef, useState } from 'react'
import css from './DateField.module.css'
import { InSheet } from './in-sheet.ts'
import layer from './layer.module.css'
import { lazyLayer } from './lazy-screen.ts'

const Calendar = lazyLayer(() => import('./Calendar.tsx'), 'Calendar')

interface DateFieldProps {
  label: string
  name: string
  /** The text of the field, valid or not: an invalid entry is kept and marked, never changed. */
  value: string
  onChange: (text: string) => void
  error: string | undefined
  /** Marks the field as invalid if the error is shown elsewhere. */
  invalid?: boolean
  /** Puts the label beside the field. */
  inline?: boolean
  /** The name of the calendar and of the button that opens it. */
  choose?: string
}

export function DateField({
  label,
  name,
  value,
  onChange,
  error,
  invalid = false,
  inline = false,
  choose = `Choose ${label.toLowerCase()}`,
}: DateFieldProps) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const day = parseDay(value)
  return (
    <Field.Root
      name={name}
      invalid={invalid || error !== undefined}
      className={`${css.field} ${inline ? css.inline : ''}`}
    >
      <Field.Label className={css.label}>{label}</Field.Label>
      <div ref={box} className={css.box}>
        <Field.Control
          className={css.input}
          placeholder="MM/dd/yyyy"
          autoComplete="off"
          value={value}
          onValueChange={onChange}
          onBlur={() => day && onChange(formatDay(day))}
        />
        <Popover.Root open={open} onOpenChange={setOpen}>
          <Popover.Trigger className={css.open} aria-label={choose}>
            <CalendarIcon size={16} aria-hidden />
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Positioner
              anchor={box}
              sideOffset={6}
              align="start"
              className={layer.positioner}
            >
              <Popover.Popup className={css.calendar} aria-label={choose}>
                <Suspense
                  fallback={<div className={css.place} role="status" aria-label="loading...." />}
                >
                  <Calendar
                    day={day}
                    onChoose={(chosen) => {
                      onChange(formatDay(chosen))
                      setOpen(false)
                    }}
                  />
                </Suspense>
                {/* Phones have no Escape key, and the calendar covers most of what is around it. */}
                <Popover.Close className={css.close}>Close</Popover.Close>
              </Popover.Popup>
            </Popover.Positioner>
          </Popover.Portal>
        </Popover.Root>
      </div>
      <Field.Error match={error !== undefined} className={css.error}>
        {error}
      </Field.Error>
    </Field.Root>
  )
}

interface DayFilterProps {
  label: 'From' | 'To'
  day: Day | undefined
  onChange: (day: Day | undefined) => void
}

/** Filters once the text is a valid day or empty; until then keeps it as typed. */
export function DayFilter({ label, day, onChange }: DayFilterProps) {
  const [text, setText] = useState(day ? formatDay(day) : '')
  const take = (typed: string) => {
    setText(typed)
    const next = parseDay(typed)
    // A two-digit year may be the start of a four-digit one.
    const isWhole = typed.trim() === '' || /\d{4}$|^\d{4}-/.test(typed.trim())
    if (isWhole && (next || typed.trim() === '') && next !== day) onChange(next)
  }
  return (
    <DateField
      label={label}
      name={label}
      value={text}
      onChange={take}
      error={undefined}
      choose={label === 'From' ? 'Choose the first day' : 'Choose the last day'}
      inline={!useContext(InSheet)}
    />
  )
}
