import { Field } from '@base-ui/react/field'
import { Popover } from '@base-ui/react/popover'
import { formatDay, parseDay } from '@portal/domain/kernel/day'
import { Calendar as CalendarIcon } from 'lucide-react'
import { Suspense, useState } from 'react'
import css from './DateField.module.css'
import layer from './layer.module.css'
import { lazyLayer } from './lazy-layer.ts'
import { Loading } from './Loading.tsx'

const Calendar = lazyLayer(() => import('./Calendar.tsx'), 'Calendar')

interface DateFieldProps {
  label: string
  name: string
  /** What stands in the field, valid or not: a wrong entry is kept and named, never changed. */
  value: string
  onChange: (text: string) => void
  error: string | undefined
  /** Marks the field as wrong when what is wrong is said elsewhere. */
  invalid?: boolean
}

export function DateField({
  label,
  name,
  value,
  onChange,
  error,
  invalid = false,
}: DateFieldProps) {
  const [open, setOpen] = useState(false)
  const day = parseDay(value)
  const choose = `Choose ${label.toLowerCase()}`
  return (
    <Field.Root name={name} invalid={invalid || error !== undefined} className={css.field}>
      <Field.Label className={css.label}>{label}</Field.Label>
      <div className={css.box}>
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
            <Popover.Positioner sideOffset={6} align="end" className={layer.positioner}>
              <Popover.Popup className={css.calendar} aria-label={choose}>
                <Suspense fallback={<Loading />}>
                  <Calendar
                    day={day}
                    onChoose={(chosen) => {
                      onChange(formatDay(chosen))
                      setOpen(false)
                    }}
                  />
                </Suspense>
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
