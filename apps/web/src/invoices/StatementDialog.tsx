import type { Company } from '@portal/domain/companies/companies.schema'
import type { StatementFormat } from '@portal/domain/invoices/invoices.schema'
import { statementRange } from '@portal/domain/invoices/statement-range'
import { formatDay, parseDay } from '@portal/domain/kernel/day'
import { useNavigate } from '@tanstack/react-router'
import { useId, useRef, useState, type FormEvent } from 'react'
import { useTyped } from '../session/useTyped.ts'
import { Button } from '../ui/Button.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { Dialog } from '../ui/layers/Dialog.tsx'
import { Muted } from '../ui/parts.tsx'
import { thisMonth, type Days } from './statement-days.ts'
import css from './StatementDialog.module.css'
import { useStatementFile } from './useStatementFile.ts'

export function StatementDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  const typed = useTyped('statement', () => ({
    start: formatDay(thisMonth().from),
    end: formatDay(thisMonth().to),
  }))
  const { start, end } = typed.value
  const [refusal, setRefusal] = useState<string>()
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate({ from: '/invoices' })
  const file = useStatementFile(company.accountId)
  const finish = () => {
    typed.discard()
    onClose()
  }

  /** The entered period; without one, its first wrong day has the focus. */
  function enteredDays(): Days | undefined {
    file.reset()
    const range = statementRange(start, end)
    setRefusal('refusal' in range ? range.refusal : undefined)
    if (!('refusal' in range)) return range
    focusFirstWrong(form.current, start, end)
    return undefined
  }

  function fetchAs(format: StatementFormat) {
    const days = enteredDays()
    if (days) file.fetchAs(format, days, finish)
  }

  function show() {
    const days = enteredDays()
    if (!days) return
    typed.discard()
    void navigate({ to: '/invoices/statement', search: days })
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    fetchAs('pdf')
  }

  const missing = (text: string) => refusal !== undefined && text.trim() === ''
  const startError = dayError(start, refusal)
  // If both days are missing, only the first one shows the error.
  const endError = missing(start) && missing(end) ? undefined : dayError(end, refusal)
  return (
    <Dialog
      open
      onClose={onClose}
      title="View Customer Statement"
      description={company.name}
      busy={file.isPending}
      typed={typed}
      error={file.failure ?? ((startError ?? endError) ? undefined : refusal)}
      actions={
        <>
          <Button onClick={onClose} busy={false}>
            Cancel
          </Button>
          <Button busy={false} onClick={show}>
            Show here
          </Button>
          <Button busy={file.isRunning('xlsx')} onClick={() => fetchAs('xlsx')}>
            Excel [XLSX]
          </Button>
          <Button type="submit" form={formId} tone="primary" busy={file.isRunning('pdf')}>
            Fetch Statement
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} noValidate onSubmit={submit} className={css.dates}>
        <DateField
          label="Start Date"
          name="start"
          value={start}
          onChange={(next) => typed.set((before) => ({ ...before, start: next }))}
          error={startError}
          invalid={missing(start)}
        />
        <DateField
          label="End Date"
          name="end"
          value={end}
          onChange={(next) => typed.set((before) => ({ ...before, end: next }))}
          error={endError}
          invalid={missing(end)}
        />
      </form>
      <Muted as="p" size={1} className={css.note}>
        Fetch Statement opens a PDF in a new window. Excel saves the same as a spreadsheet. Here
        each amount leads to what it sums up.
      </Muted>
    </Dialog>
  )
}

/** The error of one day, after the first submit; an error of the range is shown below. */
function dayError(text: string, refusal: string | undefined): string | undefined {
  if (refusal === undefined || parseDay(text)) return undefined
  return text.trim() === '' ? refusal : 'Date input not valid.'
}

function focusFirstWrong(form: HTMLFormElement | null, start: string, end: string) {
  const name = !parseDay(start) ? 'start' : !parseDay(end) ? 'end' : 'start'
  form?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()
}
