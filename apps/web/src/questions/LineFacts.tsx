import { formatDay } from '@portal/domain/kernel/day'
import { formatQuantity, formatUnitPrice, toCents } from '@portal/domain/kernel/money'
import type { AskedLine } from '@portal/domain/questions/questions.schema'
import { Money } from '../ui/Money.tsx'
import { Muted, Row, Text } from '../ui/parts.tsx'
import css from './LineFacts.module.css'

/** The content of a line, or its earlier content. */
export function LineFacts({ line }: { line: AskedLine }) {
  const { productName, description, moreInfo, userName, quantity, salesPrice, currency } = line
  const { servicePeriodStart: from, servicePeriodEnd: to } = line
  const period = [from && formatDay(from), to && formatDay(to)].filter(Boolean).join(' – ')
  const price = salesPrice === null ? '' : formatUnitPrice(salesPrice, currency)
  const named = (label: string, text: string | null) =>
    text ? [{ label, value: <bdi>{text}</bdi> }] : []
  const facts = [
    ...named('Product', productName),
    ...named('Description', description),
    ...named('Note', moreInfo),
    ...named('User', userName),
    ...named('Period', period),
    ...named('Quantity', quantity === null ? null : formatQuantity(quantity)),
    ...named('Sales price', price),
    {
      label: 'Total',
      value: <Money cents={toCents(line.total, currency)} currency={currency} />,
    },
  ]
  return (
    <Row as="dl" align="stretch" wrap className={css.facts}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <Muted as="dt" size={1}>
            {label}
          </Muted>
          <Text as="dd" weight={500}>
            {value}
          </Text>
        </div>
      ))}
    </Row>
  )
}
