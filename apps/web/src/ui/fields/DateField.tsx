import { Field } from '@base-ui/react/field'
import { Popover } from '@base-ui/react/popover'
import { formatDay, parseDay, type Day } from '@portal/domain/kernel/day'
import { Calendar as CalendarIcon } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import field from './TextField.module.css'
import css from './DateField.module.css'
import { Dialog } from '../layers/Dialog.tsx'
import layer from '../layer.module.css'
import { lazyLayer } from '../lazy-screen.ts'
import { useLayerEntry } from '../layers/useLayerEntry.ts'
import { narrow, useMedia } from '../useMedia.ts'

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
  choose = `Choose ${label.toLowerCase()}`,
}: DateFieldProps) {
  const [open, setOpen] = useState(false)
  const isPhone = useMedia(narrow)
  // The sheet of a phone has its own entry.
  useLayerEntry({ open: open && !isPhone, onClose: () => setOpen(false) })
  const box = useRef<HTMLDivElement>(null)
  const day = parseDay(value)
  const calendar = (
    <Suspense fallback={<div className={css.place} role="status" aria-label="loading...." />}>
      <Calendar
        day={day}
        onChoose={(chosen) => {
          onChange(formatDay(chosen))
          setOpen(false)
        }}
      />
    </Suspense>
  )
  return (
    <Field.Root name={name} invalid={invalid || error !== undefined} className={field.field}>
      <Field.Label className={field.label}>{label}</Field.Label>
      <div ref={box} className={css.box}>
        <Field.Control
          className={`${field.input} ${css.input}`}
          placeholder="MM/dd/yyyy"
          autoComplete="off"
          value={value}
          onValueChange={onChange}
          onBlur={() => day && onChange(formatDay(day))}
        />
        {isPhone ? (
          <>
            <button
              type="button"
              className={css.open}
              aria-label={choose}
              aria-haspopup="dialog"
              onClick={() => setOpen(true)}
            >
              <CalendarIcon size={16} aria-hidden />
            </button>
            {open && (
              <Dialog open onClose={() => setOpen(false)} title={choose}>
                <div className={css.sheet}>{calendar}</div>
              </Dialog>
            )}
          </>
        ) : (
          <Popover.Root open={open} onOpenChange={setOpen}>
            <Popover.Trigger className={css.open} aria-label={choose}>
              <CalendarIcon size={16} aria-hidden />
            </Popover.Trigger>
            <Popover.Portal>
              <Popover.Positioner
                anchor={box}
                sideOffset={6}
                align="start"
                // In a low window the calendar covers its field instead of leaving the window.
                collisionAvoidance={{ side: 'shift' }}
                className={layer.positioner}
              >
                <Popover.Popup className={css.calendar} aria-label={choose}>
                  {calendar}
                </Popover.Popup>
              </Popover.Positioner>
            </Popover.Portal>
          </Popover.Root>
        )}
      </div>
      <Field.Error match={error !== undefined} className={field.error}>
        {error}
      </Field.Error>
    </Field.Root>
  )
}

/** The text of a day field. The filter applies when the text is a valid day or empty. */
export function useDayText(day: Day | undefined, onChange: (day: Day | undefined) => void) {
  const [text, setText] = useState(textOf(day))
  const [known, setKnown] = useState(day)
  const [sent, setSent] = useState(day)
  // The filter was changed by Back, a button or a link.
  if (day !== known) {
    setKnown(day)
    if (day !== sent) {
      setSent(day)
      setText(textOf(day))
    }
  }
  const take = (typed: string) => {
    setText(typed)
    const next = parseDay(typed)
    // A two-digit year may be the start of a four-digit one.
    const isWhole = typed.trim() === '' || /\d{4}$|^\d{4}-/.test(typed.trim())
    if (!isWhole || !(next || typed.trim() === '') || next === sent) return
    setSent(next)
    onChange(next)
  }
  return { text, take }
}

const textOf = (day: Day | undefined) => (day ? formatDay(day) : '')

interface DayFilterProps extends ReturnType<typeof useDayText> {
  label: 'From' | 'To'
}

/** The first or the last day of a period. An invalid entry is marked when the user leaves the field. */
export function DayFilter({ label, text, take }: DayFilterProps) {
  const [isLeft, setLeft] = useState(text !== '')
  const isWrong = isLeft && text.trim() !== '' && !parseDay(text)
  return (
    <div
      role="presentation"
      onFocus={({ target }) => target instanceof HTMLInputElement && setLeft(false)}
      onBlur={() => setLeft(true)}
    >
      <DateField
        label={label}
        name={label}
        value={text}
        onChange={take}
        error={isWrong ? 'Date input not valid.' : undefined}
        choose={label === 'From' ? 'Choose the first day' : 'Choose the last day'}
      />
    </div>
  )
}
