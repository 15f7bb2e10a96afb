import { declareCalls } from '../kernel/call.ts'
import { Done } from '../kernel/fields.ts'
import { CompanyFilter } from '../session/session.schema.ts'
import {
  AnnounceTransfer,
  NoticeKey,
  PlanTransfer,
  TransferPlan,
  WithdrawnTransfer,
} from './transfers.schema.ts'

const transfer = '/invoice/selected-invoices/transfer'

/** The calls about bank transfers that users announce. */
export const transferCalls = declareCalls({
  planTransfer: {
    method: 'POST',
    path: `${transfer}/plan`,
    access: 'PayInvoices',
    unshown: 'reads',
    summary:
      'Returns how to pay these invoices by one bank transfer, less deducted credits. 409 if they are not of one selling company and currency, or if one cannot be paid now.',
    query: CompanyFilter,
    body: PlanTransfer,
    answers: { 200: TransferPlan },
    refuses: [409],
  },
  announceTransfer: {
    method: 'POST',
    path: transfer,
    access: 'PayInvoices',
    unshown: 'whole',
    summary:
      'Announces a bank transfer: AutoPay and payments of several invoices leave its invoices out until it arrives, is withdrawn, or 10 days after its day. 409 if less is due than an amount, or if an invoice cannot be paid now.',
    query: CompanyFilter,
    body: AnnounceTransfer,
    answers: { 200: Done },
    refuses: [409],
  },
  withdrawTransfer: {
    method: 'POST',
    path: '/invoice/transfers/:noticeId/withdrawal',
    access: 'PayInvoices',
    unshown: 'ends',
    summary:
      'Withdraws the announced transfer of an invoice, also from its other invoices that the user sees. A repeat changes nothing.',
    params: NoticeKey,
    query: CompanyFilter,
    body: null,
    answers: { 200: WithdrawnTransfer },
    refuses: [],
  },
})
