import { useMutation } from '@tanstack/react-query'
import { saveFile } from '../api/download.ts'
import { usePortal } from '../session/useSession.ts'
import { toast } from '../ui/toasts.ts'
import { fetchInvoiceFile, type InvoiceFile } from './invoices.api.ts'

interface Wanted {
  invoiceNumber: string
  kind: InvoiceFile
}

/** Fetches a file of an invoice and hands it to the browser; the same one only once at a time. */
export function useDownload() {
  const { company } = usePortal()
  const download = useMutation({
    mutationFn: ({ invoiceNumber, kind }: Wanted) =>
      fetchInvoiceFile(company.accountId, invoiceNumber, kind),
    onSuccess: ({ file, name }) => {
      saveFile(file, name)
      toast.done('File downloaded', name)
    },
    onError: (_, { invoiceNumber }) =>
      toast.problem('Failed to download file. Please try again.', invoiceNumber),
  })
  const running = download.isPending ? download.variables : undefined
  return {
    running: running?.kind,
    start: (invoiceNumber: string, kind: InvoiceFile) => {
      if (running?.invoiceNumber === invoiceNumber && running.kind === kind) return
      download.mutate({ invoiceNumber, kind })
    },
  }
}
