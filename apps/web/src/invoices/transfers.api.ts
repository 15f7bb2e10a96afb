import * as endpoints from '@portal/domain/invoices/invoices.endpoints'
import type { Invoice } from '@portal/domain/invoices/invoices.schema'
import { noticeText } from '@portal/domain/invoices/transfer-notice'
import type { AnnounceTransfer } from '@portal/domain/invoices/transfers.schema'
import { toCents } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { failureText } from '../api/call-failed.ts'
import { newUuid } from '../api/idempotency-key.ts'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { toast } from '../ui/toasts.ts'
import { noticeOf } from './invoice-row.ts'

/** How to pay invoices by one transfer, less deducted credits. */
export function transferPlanQuery(
  accountId: string,
  invoiceIds: readonly string[],
  deducted: readonly string[],
) {
  return queryOptions({
    queryKey: ['transferPlan', accountId, invoiceIds, deducted],
    queryFn: ({ signal }) =>
      call(endpoints.planTransfer, {
        query: { companyFilter: accountId },
        body: { invoiceIds: [...invoiceIds], deducted: [...deducted] },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
}

/** A call that changes what the lists, plans and dialogs of the company show. */
function useTransferCall<Sent, Answer>(send: (sent: Sent) => Promise<Answer>, accountId: string) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: send,
    onSettled: () => {
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === accountId })
    },
  })
}

export const useAnnounce = (accountId: string) =>
  useTransferCall(
    (body: AnnounceTransfer) =>
      call(endpoints.announceTransfer, { query: { companyFilter: accountId }, body }),
    accountId,
  )

/** Withdraws the whole transfer that was announced for an invoice, with one click and a way back. */
export function useWithdraw(accountId: string, invoice: Invoice) {
  const announcing = useAnnounce(accountId)
  const withdrawing = useTransferCall(
    (noticeId: string) =>
      call(endpoints.withdrawTransfer, {
        params: { noticeId },
        query: { companyFilter: accountId },
      }),
    accountId,
  )
  const failed = (error: unknown) => toast.problem('Not changed', failureText(error, 'Try again.'))
  return {
    busy: withdrawing.isPending,
    start: () => {
      const { id, paidOn, reference, currencyIsoCode } = invoice.transferNotice!
      withdrawing.mutate(id, {
        onSuccess: ({ invoices }) => {
          if (invoices.length === 0) return
          const of = { transferId: newUuid(), paidOn, reference, currencyIsoCode }
          const cents = invoices.reduce((sum, one) => sum + toCents(one.amount, currencyIsoCode), 0)
          const what = noticeText({ ...noticeOf(invoice)!, cents })
          toast.undoable(
            'Announced transfer withdrawn',
            invoices.length === 1 ? what : `${what}, for ${plural(invoices.length, 'invoice')}`,
            () => announcing.mutate({ ...of, invoices, deducted: [] }, { onError: failed }),
          )
        },
        onError: failed,
      })
    },
  }
}
