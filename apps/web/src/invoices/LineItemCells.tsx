import { formatUnitPrice, toCents } from '@portal/domain/kernel/money'
import type { LineItem } from '@portal/domain/invoices/invoices.schema'
import { Money } from '../ui/Money.tsx'
import css from './LineItems.module.css'

const quantities = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 })

export function LineItemCells({ line }: { line: LineItem }) {
  return (
    <>
      <span role="gridcell" className={css.product}>
        <b>{line.productName}</b>
        {line.moreInfo && <small>{line.moreInfo}</small>}
      </span>
      <span role="gridcell" className={css.description}>
        {line.description}
      </span>
      <span role="gridcell" className={css.place}>
        {[line.city, line.state].filter(Boolean).join(', ')}
      </span>
      <span role="gridcell" className={css.quantity}>
        {line.quantity !== null && quantities.format(line.quantity)}
      </span>
      <span role="gridcell" className={css.price}>
        {line.salesPrice !== null && formatUnitPrice(line.salesPrice, line.currency)}
      </span>
      <span role="gridcell" className={css.total}>
        <Money cents={toCents(line.total, line.currency)} currency={line.currency} />
      </span>
    </>
  )
}
