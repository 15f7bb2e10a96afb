import { formatDay } from '@portal/domain/kernel/day'
import { toCents } from '@portal/domain/kernel/money'
import type { PlannedInvoiceRow } from '@portal/domain/payments/autopay.schema'
import { Fragment } from 'react'
import { Money } from '../../ui/Money.tsx'
import { MoreRows, useMoreRows } from '../MoreRows.tsx'
import { plannedText } from './planned-text.ts'
import css from './UnpaidTable.module.css'

/** AutoPay's table of unpaid invoices, each with its charge date or the reason why it has none. */
export function UnpaidTable({ invoices }: { invoices: readonly PlannedInvoiceRow[] }) {
  const rows = useMoreRows(invoices)
  return (
    <>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Due Date</th>
            <th scope="col">Invoice Number</th>
            <th scope="col">Invoice Type</th>
            <th scope="col" className={css.amount}>
              Remaining Balance Due
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.shown.map((invoice) => (
            <Fragment key={invoice.id}>
              <tr className={css.facts}>
                <td className={css.day}>{invoice.dueDate ? formatDay(invoice.dueDate) : '–'}</td>
                <td className={css.number}>{invoice.invoiceNumber}</td>
                <td>{invoice.invoiceType}</td>
                <td className={css.amount}>
                  <Money
                    cents={toCents(invoice.balanceDue, invoice.currencyIsoCode)}
                    currency={invoice.currencyIsoCode}
                  />
                </td>
              </tr>
              <tr className={invoice.day ? css.planned : css.notCharged}>
                <td colSpan={4}>{plannedText(invoice)}</td>
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
      <MoreRows rows={rows} what="invoices" />
    </>
  )
}
