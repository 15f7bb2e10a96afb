import { statementRange } from '@portal/domain/invoices/statement-range'
import { formatDay, parseDay } from '@portal/domain/kernel/day'
import { useRef, useState, type FormEvent } from 'react'
import { Button } from '../ui/Button.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { Text } from '../ui/parts.tsx'
import type { Days } from '../invoices/statement-days.ts'
import css from './Statement.module.css'

interface StatementPeriodProps {
  /** The period that is shown. */
  days: Days
  busy: boolean
  onFetch: (days: Days) => void
}

/** The form for the period of a statement. */
export function StatementPeriod({ days, busy, onFetch }: StatementPeriodProps) {
  const [known, setKnown] = useState(days)
  const [{ start, end }, setTyped] = useState(textOf(days))
  const [refusal, setRefusal] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  // The period was changed by Back or a link.
  if (known.from !== days.from || known.to !== days.to) {
    setKnown(days)
    setTyped(textOf(days))
    setRefusal(undefined)
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const range = statementRange(start, end)
    setRefusal('refusal' in range ? range.refusal : undefined)
    if ('refusal' in range) return focusFirstWrong(form.current, start, end)
    onFetch(range)
  }
  const missing = (text: string) => refusal !== undefined && text.trim() === ''
  const startError = dayError(start, refusal)
  // If both days are missing, only the first one shows the error.
  const endError = missing(start) && missing(end) ? undefined : dayError(end, refusal)
  return (
    <form ref={form} noValidate onSubmit={submit} className={css.period} data-screen>
      <DateField
        label="Start Date"
        name="start"
        value={start}
        onChange={(next) => setTyped((before) => ({ ...before, start: next }))}
        error={startError}
        invalid={missing(start)}
      />
      <DateField
        label="End Date"
        name="end"
        value={end}
        onChange={(next) => setTyped((before) => ({ ...before, end: next }))}
        error={endError}
        invalid={missing(end)}
      />
      <Button type="submit" tone="primary" busy={busy}>
        Fetch Statement
      </Button>
      {refusal !== undefined && !startError && !endError && (
        <Text as="p" size={1} tone="danger" role="alert">
          {refusal}
        </Text>
      )}
    </form>
  )
}

const textOf = ({ from, to }: Days) => ({ start: formatDay(from), end: formatDay(to) })

/** The error of one day, after the first submit; an error of the range is shown below. */
function dayError(text: string, refusal: string | undefined): string | undefined {
  if (refusal === undefined || parseDay(text)) return undefined
  return text.trim() === '' ? refusal : 'Date input not valid.'
}

function focusFirstWrong(form: HTMLFormElement | null, start: string, end: string) {
  const name = !parseDay(start) ? 'start' : !parseDay(end) ? 'end' : 'start'
  form?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()
}
