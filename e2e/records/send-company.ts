import type { Day } from '@portal/domain/kernel/day'
import { companyRecords } from './company-records.ts'
import { openInvoice } from './open-invoice.ts'

/** Sends its invoices and receipts to colleagues. */
export const wren = {
  accountId: '20063',
  name: 'Wren Partners',
  user: { email: 'wanda.ruiz@wren.example', firstName: 'Wanda', lastName: 'Ruiz' },
  colleague: { email: 'will.moss@wren.example', firstName: 'Will', lastName: 'Moss' },
  /** Sees no licenses. */
  other: { email: 'wim.bos@wren.example', firstName: 'Wim', lastName: 'Bos' },
}

export function* wrenRecords(today: Day) {
  const { accountId } = wren
  yield* companyRecords(wren, [wren.user, wren.colleague])
  const permissions = ['AccessInvoices']
  yield { record: 'user', ...wren.other, accountId, permissions, invoiceCategories: [] }
  for (const number of ['WR-1', 'WR-2', 'WR-3', 'WR-PAID'])
    yield openInvoice(today, accountId, number, '120.00')
  yield openInvoice(today, accountId, 'WR-NOPDF', '10.00', { source: 'Netsuite' })
}
