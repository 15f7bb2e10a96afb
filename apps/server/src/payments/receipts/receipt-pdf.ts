import { formatUtcMinute } from '@portal/domain/kernel/day'
import { isolated } from '@portal/domain/kernel/isolated'
import { formatMoney } from '@portal/domain/kernel/money'
import { factTable, oneLine, printPdf, type Seller } from '../../documents/documents.ts'

export interface ReceiptFacts {
  reference: string
  invoiceNumber: string
  amountCents: number
  paidAt: Date
  paidBy: string
  card: string
  refundedCents: number
  dispute: 'open' | 'won' | 'lost' | null
}

const disputes = {
  open: 'Disputed by the bank of the card, not decided yet',
  won: 'Disputed by the bank of the card; the payment stands',
  lost: 'Taken back by the bank of the card',
}

/**
 * Creates the receipt: what was paid, when, by whom and with which card, and later refunds or
 * disputes.
 */
export async function receiptPdf(
  seller: Seller,
  company: { name: string; accountId: string },
  facts: ReceiptFacts,
  created: Date,
): Promise<Buffer> {
  const number = oneLine(facts.invoiceNumber)
  const title = `Receipt for invoice ${number}`
  const subject = `${title}, ${oneLine(company.name)}`
  const kept = facts.amountCents - facts.refundedCents
  const paper = { seller, title, subject, heading: 'Receipt', subheading: number, created }
  return printPdf(paper, { company, facts }, () =>
    factTable('Payment received', 190, [
      { label: 'Company', value: `${isolated(company.name)} (account ${company.accountId})` },
      { label: 'Invoice', value: facts.invoiceNumber },
      { label: 'Amount', value: formatMoney(facts.amountCents, 'USD'), isStrong: true },
      ...(facts.refundedCents > 0
        ? [
            { label: 'Refunded since', value: formatMoney(facts.refundedCents, 'USD') },
            { label: 'Remains paid', value: formatMoney(kept, 'USD'), isStrong: true },
          ]
        : []),
      ...(facts.dispute ? [{ label: 'Dispute', value: disputes[facts.dispute] }] : []),
      { label: 'Paid on', value: formatUtcMinute(facts.paidAt.toISOString()) },
      { label: 'Paid by', value: facts.paidBy },
      { label: 'Card', value: facts.card },
      { label: 'Payment reference', value: facts.reference },
    ]),
  )
}
