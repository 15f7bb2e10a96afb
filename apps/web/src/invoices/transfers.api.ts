import * as endpoints from '@portal/domain/invoices/invoices.endpoints'
import type { Invoice } from '@portal/domain/invoices/invoices.schema'
import { noticeText } from '@portal/domain/invoices/transfer-notice'
import type { AnnounceTransfer } from '@portal/domain/invoices/transfers.schema'
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
function useTransferCall<Sent>(send: (sent: Sent) => Promise<unknown>, accountId: string) {
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

/** Withdraws the announced transfer of an invoice, with one click and a way back. */
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
      const { id, amount, paidOn, reference } = invoice.transferNotice!
      const again = {
        transferId: newUuid(),
        paidOn,
        reference,
        currencyIsoCode: invoice.currencyIsoCode,
        invoices: [{ id: invoice.id, amount }],
        deducted: [],
      }
      withdrawing.mutate(id, {
        onSuccess: () =>
          toast.undoable('Announced transfer withdrawn', noticeText(noticeOf(invoice)!), () =>
            announcing.mutate(again, { onError: failed }),
          ),
        onError: failed,
      })
    },
  }
}
