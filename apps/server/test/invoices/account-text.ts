import { expect } from 'vitest'
import { accountRows } from '@portal/domain/invoices/movements'
import type { StatementReading } from '../../src/invoices/documents/statement-document.ts'

/** Returns the account in USD as text. Lines, open invoices and ages must lead to the same closing balance. */
export function accountText({ accounts, movements, open }: StatementReading): string {
  const usd = accounts[0]
  if (!usd) return ''
  const { opening, closing, aging } = usd
  const sum = (rows: readonly { cents: number }[]) =>
    rows.reduce((all, { cents }) => all + cents, 0)
  expect(opening + sum(movements)).toBe(closing)
  expect(sum(open)).toBe(closing)
  expect(Object.values(aging).reduce((all, cents) => all + cents, 0)).toBe(closing)
  const rows = accountRows(movements).map(
    ({ label, count, cents }) => `${label} (${count}) ${cents / 100}`,
  )
  const due =
    usd.dueCents === null || usd.dueCents === closing
      ? []
      : [
          `pending ${usd.pendingCents / 100}, not applied ${usd.notAppliedCents / 100}, due ${usd.dueCents / 100}`,
        ]
  return [`${opening / 100}`, ...rows, `${closing / 100}`, ...due].join(', ')
}

/** The first invoice of a company, as the books write it. */
export const invoiceOf = (company: string) => ({
  record: 'invoice',
  accountId: company,
  invoiceNumber: `${company}-1`,
  date: '2026-10-05',
  dueDate: '2026-11-05',
  amount: '1400.00',
  balanceDue: '1400.00',
  currencyIsoCode: 'USD',
  invoiceCategory: 'Licenses',
  portalPayments: [] as object[],
})
