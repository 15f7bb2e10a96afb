import type { InvoiceDetail } from '@portal/domain/invoices/invoices.schema'
import { movementWords } from '@portal/domain/invoices/movements'
import { formatDay } from '@portal/domain/kernel/day'
import { isolated } from '@portal/domain/kernel/isolated'
import { toCents } from '@portal/domain/kernel/money'
import { Money } from '../ui/Money.tsx'
import css from './InvoiceMovements.module.css'

/** What changed the invoice since its first record, and what it left to pay after each change. */
export function InvoiceMovements({ invoice }: { invoice: InvoiceDetail }) {
  const { movements = [], currencyIsoCode: currency } = invoice
  if (movements.length === 0) return <></>
  return (
    <section className={css.panel} aria-label="Account">
      <h2 className={css.title}>Account of this invoice</h2>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">What</th>
            <th scope="col">Amount</th>
            <th scope="col">Balance</th>
          </tr>
        </thead>
        <tbody>
          {movements.map((movement, place) => {
            const { day, paidOn, reference, referenceId, amount, balance } = movement
            const names = [reference, referenceId].flatMap((name) => (name ? [isolated(name)] : []))
            return (
              <tr key={place}>
                <td>{formatDay(day)}</td>
                <td>
                  <span>{movementWords(movement)}</span>
                  {names.length > 0 && <small>{names.join(' · ')}</small>}
                  {paidOn && <small>paid {formatDay(paidOn)}</small>}
                </td>
                <td>
                  {amount !== 0 && <Money cents={toCents(amount, currency)} currency={currency} />}
                </td>
                <td>
                  <Money cents={toCents(balance, currency)} currency={currency} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
