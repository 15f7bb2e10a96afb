import { usePortal } from '../session/useSession.ts'
import { toast } from '../ui/toasts.ts'
import { downloadFailed, useSaveFile } from '../ui/useSaveFile.ts'
import { fetchInvoiceFile, type InvoiceFile } from './invoices.api.ts'

interface Wanted {
  invoiceNumber: string
  kind: InvoiceFile
}

/** Downloads a file of an invoice; the same file only once at a time. */
export function useDownload() {
  const { accountId } = usePortal().company
  const download = useSaveFile(
    ({ invoiceNumber, kind }: Wanted) => fetchInvoiceFile(accountId, invoiceNumber, kind),
    (_, { invoiceNumber }) => toast.problem(downloadFailed, invoiceNumber),
  )
  const running = download.isPending ? download.variables : undefined
  return {
    running: running?.kind,
    start: (invoiceNumber: string, kind: InvoiceFile) => {
      if (running?.invoiceNumber === invoiceNumber && running.kind === kind) return
      download.mutate({ invoiceNumber, kind })
    },
  }
}
