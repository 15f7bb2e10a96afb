import type { Company } from '@portal/domain/companies/companies.schema'
import type { StatementFormat } from '@portal/domain/invoices/invoices.schema'
import { statementRange, statementTexts } from '@portal/domain/invoices/statement-range'
import { formatDay, parseDay, startOfMonth, type Day } from '@portal/domain/kernel/day'
import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState, type FormEvent } from 'react'
import { saveFile } from '../api/download.ts'
import { businessToday } from '../api/business-today.ts'
import { today } from '../kernel/today.ts'
import { useTyped } from '../session/useTyped.ts'
import { Button } from '../ui/Button.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { Dialog } from '../ui/layers/Dialog.tsx'
import { Muted } from '../ui/parts.tsx'
import { toast } from '../ui/toasts.ts'
import { fetchStatement } from './invoices.api.ts'
import css from './StatementDialog.module.css'

/** Today for the user or for the books, whichever is earlier: on the first of a month the other statement would be empty. */
const latestDay = (): Day => (today() < businessToday() ? today() : businessToday())

export function StatementDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  const typed = useTyped('statement', () => ({
    start: formatDay(startOfMonth(latestDay())),
    end: formatDay(latestDay()),
  }))
  const { start, end } = typed.value
  const [refusal, setRefusal] = useState<string>()
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const statement = useMutation({
    mutationFn: async ({ from, to, format, view }: Wanted) => {
      try {
        const { file, name } = await fetchStatement(company.accountId, from, to, format)
        if (view) return view.show(file)
        saveFile(file, name)
        toast.done('File downloaded', name)
      } catch (error) {
        view?.close()
        throw error
      }
    },
    onSuccess: () => {
      typed.discard()
      onClose()
    },
  })

  function fetchAs(format: StatementFormat) {
    if (statement.isPending) return
    statement.reset()
    const range = statementRange(start, end)
    setRefusal('refusal' in range ? range.refusal : undefined)
    if ('refusal' in range) return focusFirstWrong(form.current, start, end)
    // Before the response: browsers open windows only during a click.
    const name = `statement-${range.from}-${range.to}.pdf`
    const hasViewer = format === 'pdf' && navigator.pdfViewerEnabled
    const view = hasViewer ? openStatementWindow(name) : undefined
    statement.mutate({ ...range, format, view })
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    fetchAs('pdf')
  }

  const isRunning = (format: StatementFormat) =>
    statement.isPending && statement.variables.format === format
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
      busy={statement.isPending}
      typed={typed}
      error={
        statement.isError ? statementTexts.invalid : (startError ?? endError) ? undefined : refusal
      }
      actions={
        <>
          <Button onClick={onClose} busy={false}>
            Cancel
          </Button>
          <Button busy={isRunning('xlsx')} onClick={() => fetchAs('xlsx')}>
            Excel [XLSX]
          </Button>
          <Button type="submit" form={formId} tone="primary" busy={isRunning('pdf')}>
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
        Fetch Statement opens a PDF in a new window. Excel saves the same as a spreadsheet.
      </Muted>
    </Dialog>
  )
}

interface Wanted {
  from: Day
  to: Day
  format: StatementFormat
  /** The window that shows a PDF; undefined for a file to save. */
  view: ReturnType<typeof openStatementWindow> | undefined
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

/**
 * Opens a window for a statement that is still loading, during the click. If the browser blocks windows, the
 * statement is downloaded instead.
 */
function openStatementWindow(fileName: string) {
  const view = window.open('', '_blank')
  if (view) {
    view.document.title = 'Statement'
    view.document.body.textContent = 'loading....'
  }
  return {
    show(statement: Blob) {
      // A file with a name: the viewer of Firefox saves it under that name.
      const file = new File([statement], fileName, { type: statement.type })
      if (view && !view.closed) view.location.replace(URL.createObjectURL(file))
      else saveFile(file, fileName)
    },
    close: () => view?.close(),
  }
}
