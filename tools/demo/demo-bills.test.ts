/* oxlint-disable vitest/no-conditional-expect -- what is expected of a record depends on its kind */
import { addDays, daysBetween, startOfMonth, type Day } from '@portal/domain/kernel/day'
import { toCents } from '@portal/domain/kernel/money'
import { describe, expect, test } from 'vitest'
import { unbilledEquipment } from './bill-faults.ts'
import { aldgate } from './customers.ts'
import { linesOf, storyDays, storyOf, type Line } from './story-fixture.ts'

const cents = (decimal: string) => toCents(Number(decimal), 'USD')

describe.each(storyDays)('on %s', (today) => {
  const { invoices, regular, lines, licenses, products, product, equipment } = storyOf(today)

  test('lines are quantity times price, and add up to their invoice', () => {
    for (const { invoiceNumber, amount, lineItems } of invoices)
      expect([invoiceNumber, lineItems.reduce((sum, { total }) => sum + cents(total), 0)]).toEqual([
        invoiceNumber,
        cents(amount),
      ])
    for (const { quantity, salesPrice, total } of lines)
      expect(Math.abs(quantity * cents(salesPrice) - cents(total))).toBeLessThanOrEqual(0.5)
  })

  test('each product on a bill is in the catalog by its id and by its name or an alias', () => {
    const named = new Map(
      products.flatMap((one) =>
        [one.description, ...(one.aliases ?? [])].map((name) => [name, one.productId] as const),
      ),
    )
    for (const { productName, productId } of linesOf(invoices)) {
      expect(named.has(productName), productName).toBe(true)
      if (productId) expect(named.get(productName)).toBe(productId)
    }
    expect(lines.some(({ productName }) => productName === 'TT ADL')).toBe(true)
  })

  test('a start or an end within a month is charged for its days', () => {
    for (const { licenseId, productId, since, until } of licenses) {
      const own = lines.filter((line) => line.licenseId === licenseId)
      const [oldest] = regular
      // The bill of the next month was sent; the last one of a month is that of its fifth day.
      const isSeen = (day: Day) =>
        day >= oldest!.date && addDays(startOfMonth(addDays(startOfMonth(day), 31)), 4) <= today
      const { prorates } = product.get(productId)!
      if (!prorates) expect(since.slice(8)).toBe('01')
      if (isSeen(since) && !since.endsWith('-01')) {
        const part = own.find(({ chargeType }) => chargeType === 'prorated')!
        expect(part.servicePeriodStart).toBe(since)
        expect(part.quantity).toBeCloseTo(shareOf(part), 4)
      }
      if (until && isSeen(until) && !addDays(until, 1).endsWith('-01')) {
        const credit = own.find(({ chargeType }) => chargeType === 'credit')!
        expect(-credit.quantity).toBeCloseTo(shareOf(credit), 4)
      }
    }
    expect(lines.filter(({ chargeType }) => chargeType === 'prorated').length).toBeGreaterThan(8)
    expect(lines.filter(({ chargeType }) => chargeType === 'credit').length).toBeGreaterThan(4)
  })

  test('closed equipment is charged once, except one request', () => {
    const closed = equipment.filter(
      ({ accountId, orderDate, externalOrderStatus }) =>
        accountId === aldgate.accountId &&
        externalOrderStatus === 'Closed' &&
        daysBetween(orderDate, today) > 45,
    )
    expect(closed.length).toBeGreaterThan(1)
    const unbilled = closed.filter(({ equipmentRequestId, lineItems, orderDate }) => {
      const found = lines.filter((line) => line.equipmentRequestId === equipmentRequestId)
      for (const { invoice } of found) expect(invoice.date > orderDate).toBe(true)
      if (found.length > 0)
        expect(found.map(({ equipmentLineId, total }) => [equipmentLineId, total])).toEqual(
          lineItems.map(({ id, installationFee }) => [id, installationFee]),
        )
      return found.length === 0
    })
    expect(unbilled.map(({ equipmentRequestId }) => equipmentRequestId)).toEqual([
      unbilledEquipment,
    ])
  })
})

function shareOf({ servicePeriodStart: from, servicePeriodEnd: to }: Line): number {
  const month = startOfMonth(from)
  return (daysBetween(from, to) + 1) / daysBetween(month, startOfMonth(addDays(month, 31)))
}
