import type { StatementFormat } from '@portal/domain/invoices/invoices.schema'
import { statementTexts } from '@portal/domain/invoices/statement-range'
import { useMutation } from '@tanstack/react-query'
import { failureText, isUncertain } from '../api/call-failed.ts'
import { saveFile } from '../api/download.ts'
import { toast } from '../ui/toasts.ts'
import { fetchStatementFile } from './invoices.api.ts'
import type { Days } from './statement-days.ts'

/** Why the server refused a statement, else the specified text. */
export const statementFailure = (error: unknown): string =>
  isUncertain(error) ? statementTexts.invalid : failureText(error, statementTexts.invalid)

/** Fetches a statement as a file: opens a PDF in a new window, and saves a spreadsheet. */
export function useStatementFile(accountId: string) {
  const statement = useMutation({
    mutationFn: async ({ days, format, view }: Wanted) => {
      try {
        const { file, name } = await fetchStatementFile(accountId, days, format)
        if (view) return view.show(file)
        saveFile(file, name)
        toast.done('File downloaded', name)
      } catch (error) {
        view?.close()
        throw error
      }
    },
  })
  return {
    fetchAs(format: StatementFormat, days: Days, onSuccess = () => {}) {
      if (statement.isPending) return
      // Before the response: browsers open windows only during a click.
      const hasViewer = format === 'pdf' && navigator.pdfViewerEnabled
      const view = hasViewer
        ? openStatementWindow(`statement-${days.from}-${days.to}.pdf`)
        : undefined
      statement.mutate({ days, format, view }, { onSuccess })
    },
    reset: statement.reset,
    isPending: statement.isPending,
    /** Why the last file did not come. */
    failure: statement.error ? statementFailure(statement.error) : undefined,
    isRunning: (format: StatementFormat) =>
      statement.isPending && statement.variables.format === format,
  }
}

interface Wanted {
  days: Days
  format: StatementFormat
  /** The window that shows a PDF; undefined for a file to save. */
  view: ReturnType<typeof openStatementWindow> | undefined
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
