import * as endpoints from '@portal/domain/payments/payments.endpoints'
import type { ShownAmount } from '@portal/domain/kernel/shown'
import type { PaymentBatch, ShownCharge } from '@portal/domain/payments/charges.schema'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export interface PaymentOptions {
  /** Continues this payment after its payer has responded to the bank. */
  paymentId?: string | undefined
  /** The invoice's `moneyBack.at` that its payer has confirmed. */
  payAgainAfter?: string | undefined
  /** The `at` of money not applied that the payer has confirmed. */
  notAppliedUntil?: string | undefined
  /** The announced transfer despite which its payer has confirmed. */
  noticeId?: string | undefined
  /** The card shown to the payer. */
  cardId?: string | undefined
}

export type PayAllOptions = Pick<PaymentOptions, 'notAppliedUntil' | 'cardId'>

/** Money paid by card that is not yet applied to invoices, or null. */
export function notAppliedQuery(accountId: string, invoiceId?: string) {
  return queryOptions({
    queryKey: ['notApplied', accountId, invoiceId],
    queryFn: ({ signal }) =>
      call(endpoints.getNotApplied, {
        query: { companyFilter: accountId, ...(invoiceId && { invoiceId }) },
        signal,
      }),
    staleTime: 0,
  })
}

export function payInvoice(
  accountId: string,
  invoiceId: string,
  key: string,
  shown: ShownAmount,
  options: PaymentOptions,
) {
  return call(endpoints.payInvoice, {
    params: { id: invoiceId },
    query: { companyFilter: accountId, ...options },
    body: { shown },
    headers: { 'idempotency-key': key },
  })
}

/**
 * Pays every invoice that can be paid by card, or those of them that are selected. Returns the batch, finished or still
 * running.
 */
export function payInvoices(
  accountId: string,
  key: string,
  selected: readonly string[] | undefined,
  shown: readonly ShownCharge[],
  options: PayAllOptions,
) {
  const asked = {
    query: { companyFilter: accountId, ...options },
    headers: { 'idempotency-key': key },
  }
  if (!selected) return call(endpoints.payAll, { ...asked, body: { shown: [...shown] } })
  const body = { invoiceIds: [...selected], shown: [...shown] }
  return call(endpoints.paySelected, { ...asked, body })
}

/** The invoices that a batch would charge now, and those it would leave out: of all invoices, or of the selected ones. */
export function payAllPlanQuery(accountId: string, selected: readonly string[] | undefined) {
  return queryOptions({
    queryKey: ['payAllPlan', accountId, selected],
    queryFn: ({ signal }) => {
      const asked = { query: { companyFilter: accountId }, signal }
      if (!selected) return call(endpoints.planPayAll, asked)
      return call(endpoints.planPaySelected, { ...asked, body: { invoiceIds: [...selected] } })
    },
    staleTime: 0,
    gcTime: 0,
  })
}

/**
 * `continue` checks whether the bank's question was answered, and pays the rest. If not, the response contains what
 * the browser needs to show the question. `stop` skips the invoices that were not tried.
 */
export function continueOrStopBatch(accountId: string, batchId: string, what: 'continue' | 'stop') {
  return call(what === 'continue' ? endpoints.continueBatch : endpoints.stopBatch, {
    params: { batchId },
    query: { companyFilter: accountId },
  })
}

/** The running batch, or the newest of the last day, which a reload shows again. */
export function currentBatchQuery(accountId: string) {
  return queryOptions({
    queryKey: ['batch', accountId],
    queryFn: async ({ client, signal, queryKey }) => {
      const known = client.getQueryData<PaymentBatch | null>(queryKey)
      const running = known?.status === 'running' ? known : undefined
      const asked = { query: { companyFilter: accountId }, signal }
      const batch = await (running
        ? call(endpoints.getBatch, { params: { batchId: running.id }, ...asked })
        : call(endpoints.getCurrentBatch, asked))
      if (running && batch?.status === 'done') void refreshBooks(client, accountId)
      return batch
    },
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? 1000 : false),
    refetchIntervalInBackground: true,
  })
}

/** Reloads the data that a payment changes: the invoices and the amounts due. */
export function refreshBooks(client: QueryClient, accountId: string) {
  const books = new Set(['invoices', 'invoice', 'aging', 'notApplied', 'payAllPlan'])
  return client.invalidateQueries({
    predicate: ({ queryKey }) => books.has(String(queryKey[0])) && queryKey[1] === accountId,
  })
}
