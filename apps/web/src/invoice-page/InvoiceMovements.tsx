import type { InvoiceDetail } from '@portal/domain/invoices/invoices.schema'
import { movementWords } from '@portal/domain/invoices/movements'
import { formatDay } from '@portal/domain/kernel/day'
import { isolated } from '@portal/domain/kernel/isolated'
import { formatMoney, toCents } from '@portal/domain/kernel/money'
import { List } from '../ui/parts.tsx'
import css from './InvoiceMovements.module.css'

/** What changed the invoice since its first record, and what it left to pay after each change. */
export function InvoiceMovements({ invoice }: { invoice: InvoiceDetail }) {
  const { movements = [], currencyIsoCode: currency } = invoice
  if (movements.length === 0) return <></>
  const money = (amount: number) => formatMoney(toCents(amount, currency), currency)
  return (
    <section className={css.panel} aria-label="Account">
      <h2 className={css.title}>Account of this invoice</h2>
      <List className={css.movements}>
        {movements.map((movement, place) => {
          const { day, paidOn, reference, referenceId, amount, balance } = movement
          const names = [reference, referenceId].flatMap((name) => (name ? [isolated(name)] : []))
          return (
            <li key={place}>
              <span>{movementWords(movement)}</span>
              <span>{amount === 0 ? '–' : money(amount)}</span>
              <small>
                {[formatDay(day), ...names, ...(paidOn ? [`paid ${formatDay(paidOn)}`] : [])].join(
                  ' · ',
                )}
              </small>
              <small>{`Balance ${money(balance)}`}</small>
            </li>
          )
        })}
      </List>
    </section>
  )
}
