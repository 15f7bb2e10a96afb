import type { Company } from '@portal/domain/companies/companies.schema'
import { statementRange, statementTexts } from '@portal/domain/invoices/statement-range'
import { formatDay, parseDay, startOfMonth, type Day } from '@portal/domain/kernel/day'
import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { today } from '../kernel/today.ts'
import { Button } from '../ui/Button.tsx'
import { DateField } from '../ui/DateField.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { fetchStatement } from './invoices.api.ts'
import css from './StatementDialog.module.css'
import { openStatementWindow } from './statement-window.ts'

export function StatementDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  const [start, setStart] = useState(() => formatDay(startOfMonth(today())))
  const [end, setEnd] = useState(() => formatDay(today()))
  const [refusal, setRefusal] = useState<string>()
  const formId = useId()
  const statement = useMutation({
    mutationFn: async ({ from, to, view }: { from: Day; to: Day; view: StatementView }) => {
      try {
        view.show(await fetchStatement(company.accountId, from, to))
      } catch (error) {
        view.close()
        throw error
      }
    },
    onSuccess: onClose,
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (statement.isPending) return
    statement.reset()
    const range = statementRange(start, end)
    setRefusal('refusal' in range ? range.refusal : undefined)
    if ('refusal' in range) return focusFirstWrong(event.currentTarget, start, end)
    // Now, not after the answer: browsers open windows only for a click.
    const view = openStatementWindow(`statement-${range.from}-${range.to}.pdf`)
    statement.mutate({ ...range, view })
  }

  const missing = (text: string) => refusal !== undefined && text.trim() === ''
  const isAboutOneDay = dayError(start, refusal) ?? dayError(end, refusal)
  const shownRefusal = isAboutOneDay && !missing(start) && !missing(end) ? undefined : refusal
  return (
    <Dialog
      open
      onClose={onClose}
      title="View Customer Statement"
      description={company.name}
      busy={statement.isPending}
      error={statement.isError ? statementTexts.invalid : shownRefusal}
      actions={
        <>
          <Button onClick={onClose} busy={false}>
            Cancel
          </Button>
          <Button type="submit" form={formId} tone="primary" busy={statement.isPending}>
            Fetch Statement
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className={css.dates}>
        <DateField
          label="Start Date"
          name="start"
          value={start}
          onChange={setStart}
          error={dayError(start, refusal)}
          invalid={missing(start)}
        />
        <DateField
          label="End Date"
          name="end"
          value={end}
          onChange={setEnd}
          error={dayError(end, refusal)}
          invalid={missing(end)}
        />
      </form>
    </Dialog>
  )
}

type StatementView = ReturnType<typeof openStatementWindow>

/** What is wrong with one day once the person has tried; the pair's own error stands below. */
function dayError(text: string, refusal: string | undefined): string | undefined {
  if (refusal === undefined || text.trim() === '' || parseDay(text)) return undefined
  return 'Date input not valid.'
}

function focusFirstWrong(form: HTMLFormElement, start: string, end: string) {
  const name = !parseDay(start) ? 'start' : !parseDay(end) ? 'end' : 'start'
  form.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()
}
