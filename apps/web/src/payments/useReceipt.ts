import { useMutation } from '@tanstack/react-query'
import { saveFile } from '../api/download.ts'
import { usePortal } from '../session/useSession.ts'
import { toast } from '../ui/toasts.ts'
import { fetchReceipt } from './payment-history.api.ts'

/** Fetches the receipt of a payment and hands it to the browser; one at a time. */
export function useReceipt() {
  const { accountId } = usePortal().company
  const { mutate, isPending } = useMutation({
    mutationFn: (paymentId: string) => fetchReceipt(accountId, paymentId),
    onSuccess: ({ file, name }) => {
      saveFile(file, name)
      toast.done('File downloaded', name)
    },
    onError: () => toast.problem('Failed to download file. Please try again.'),
  })
  return (paymentId: string) => !isPending && mutate(paymentId)
}
