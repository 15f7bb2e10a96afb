import { formatUtcMinute } from '@portal/domain/kernel/day'
import { formatMoney } from '@portal/domain/kernel/money'
import { paintFlow } from '../invoices/documents/flow.ts'
import { letterhead, type Seller } from '../invoices/documents/letterhead.ts'
import { styles } from '../invoices/documents/look.ts'
import { Sheet } from '../invoices/documents/sheet.ts'
import { Table } from '../invoices/documents/table.ts'
import { oneLine } from '../invoices/documents/wrap.ts'

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

/** What was paid, when, by whom and with which card; and what became of it since. */
export async function receiptPdf(
  seller: Seller,
  company: { name: string; accountId: string },
  facts: ReceiptFacts,
  created: Date,
): Promise<Buffer> {
  const number = oneLine(facts.invoiceNumber)
  const title = `Receipt for invoice ${number}`
  const subject = `${title}, ${oneLine(company.name)}`
  const sheet = new Sheet({ title, author: seller.name, subject, created })
  const table = new Table([
    { title: 'Payment received', width: 190 },
    { title: '', width: 314 },
  ])
  const row = (label: string, value: string, strong = false) =>
    table.row([
      [{ text: label, style: styles.body }],
      [{ text: value, style: strong ? styles.strong : styles.body }],
    ])
  const kept = facts.amountCents - facts.refundedCents
  await paintFlow(
    sheet,
    [
      letterhead(seller, 'Receipt', number),
      table.head(),
      ...row('Company', `${company.name} (account ${company.accountId})`),
      ...row('Invoice', facts.invoiceNumber),
      ...row('Amount', formatMoney(facts.amountCents, 'USD'), true),
      ...(facts.refundedCents > 0
        ? [
            ...row('Refunded since', formatMoney(facts.refundedCents, 'USD')),
            ...row('Remains paid', formatMoney(kept, 'USD'), true),
          ]
        : []),
      ...(facts.dispute ? row('Dispute', disputes[facts.dispute]) : []),
      ...row('Paid on', formatUtcMinute(facts.paidAt.toISOString())),
      ...row('Paid by', facts.paidBy),
      ...row('Card', facts.card),
      ...row('Payment reference', facts.reference),
    ],
    { head: title, foot: `${seller.name} · ${title}` },
  )
  return sheet.finish()
}
