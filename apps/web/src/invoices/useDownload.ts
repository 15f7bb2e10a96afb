import { useMutation } from '@tanstack/react-query'
import { saveFile } from '../api/download.ts'
import { usePortal } from '../session/useSession.ts'
import { toast } from '../ui/toasts.ts'
import { fetchInvoiceFile, type InvoiceFile } from './invoices.api.ts'

/** Fetches a file of an invoice and hands it to the browser; one at a time. */
export function useDownload(invoiceNumber: string) {
  const { company } = usePortal()
  const download = useMutation({
    mutationFn: (kind: InvoiceFile) => fetchInvoiceFile(company.accountId, invoiceNumber, kind),
    onSuccess: ({ file, name }) => {
      saveFile(file, name)
      toast.done('File downloaded', name)
    },
    onError: () => toast.problem('Failed to download file. Please try again.', invoiceNumber),
  })
  return {
    busy: download.isPending ? download.variables : undefined,
    start: (kind: InvoiceFile) => {
      if (!download.isPending) download.mutate(kind)
    },
  }
}
