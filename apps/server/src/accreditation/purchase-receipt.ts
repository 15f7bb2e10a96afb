import sql from 'sql-template-tag'
import { howToUse } from '@portal/domain/accreditation/how-to-use'
import { formatUtcMinute } from '@portal/domain/kernel/day'
import { formatMoney } from '@portal/domain/kernel/money'
import type { Deps } from '../deps.ts'
import { factTable, oneLine, printPdf } from '../documents/documents.ts'
import { queryOne } from '../platform/database/database.ts'
import type { Printers } from '../notifications/mail-ports.ts'
import type { Buyer, Product } from './accreditation.queries.ts'

/** Prints receipts of purchases for mails, as the system's role. */
export function purchaseReceipts({
  db,
  config: { seller },
}: Pick<Deps, 'db' | 'config'>): Printers['purchase'] {
  return async (purchaseId) => {
    const paid = await queryOne<Product & { buyer: Buyer; paidAt: Date }>(
      db,
      sql`select product_name as "productName", price_cents as "priceCents", currency, buyer, settled_at as "paidAt"
            from accreditation_purchase where id = ${purchaseId} and state = 'paid'`,
    )
    if (!paid) return undefined
    const name = oneLine(paid.productName)
    const title = `Receipt for ${name}`
    const created = new Date()
    const paper = { seller, title, subject: title, heading: 'Receipt', subheading: name, created }
    const content = await printPdf(paper, paid, () =>
      factTable('Payment received', 190, [
        { label: 'Accreditation', value: paid.productName },
        { label: 'Amount', value: formatMoney(paid.priceCents, paid.currency), isStrong: true },
        { label: 'Billed to', value: billedTo(paid.buyer) },
        { label: 'Paid on', value: formatUtcMinute(paid.paidAt.toISOString()) },
        { label: 'Paid by', value: 'Card' },
        { label: 'Purchase reference', value: purchaseId },
        { label: 'How to use it', value: howToUse(seller) },
      ]),
    )
    return { filename: `receipt-${purchaseId}.pdf`, content, contentType: 'application/pdf' }
  }
}

/** Name and address in one line. Characters that only set the direction would be printed as boxes. */
export function billedTo(buyer: Buyer): string {
  const [name, line1, line2, city, state, postalCode, country] = [
    buyer.name,
    buyer.line1,
    buyer.line2 ?? '',
    buyer.city,
    buyer.state,
    buyer.postalCode,
    buyer.country,
  ].map((part) => oneLine(part.replaceAll(/\p{Bidi_Control}/gu, '')))
  const place = [city, state, postalCode].filter(Boolean).join(' ')
  return [name, line1, line2, place, country].filter(Boolean).join(', ')
}
