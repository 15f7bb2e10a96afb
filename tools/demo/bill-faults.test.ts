/* oxlint-disable vitest/no-conditional-expect -- what is expected of a record depends on its kind */
import { addDays, startOfMonth } from '@portal/domain/kernel/day'
import { describe, expect, test } from 'vitest'
import { billFaults, type FaultKind } from './bill-faults.ts'
import { storyDays, storyOf, type Invoice, type Line } from './story-fixture.ts'

const monthsOf = ({ servicePeriodStart: from, servicePeriodEnd: to }: Line): string[] => {
  const found = []
  for (let day = startOfMonth(from); day <= to; day = startOfMonth(addDays(day, 31)))
    found.push(day.slice(0, 7))
  return found
}

describe.each(storyDays)('on %s', (today) => {
  const { regular, lines, licenses, product } = storyOf(today)

  test('every line of a license is right, except the faults', () => {
    expect(faultsFound().toSorted()).toEqual(
      billFaults
        .flatMap(({ kind, licenseId, invoiceNumbers }) =>
          invoiceNumbers.map((number) => `${kind} ${licenseId} ${number}`),
        )
        .toSorted(),
    )
  })

  /** Judges each line by the records alone, and each month of each license by the lines. */
  function faultsFound(): string[] {
    const known = new Map(licenses.map((one) => [one.licenseId, one]))
    const found: string[] = []
    const note = (kind: FaultKind, id: string, number: string) =>
      found.push(`${kind} ${id} ${number}`)
    const charged = new Map<string, number>()
    for (const line of lines) {
      const { licenseId, licenseOrderId, invoice, chargeType } = line
      const { invoiceNumber, accountId } = invoice
      if (!licenseId) continue
      const license = known.get(licenseId)
      expect(license, `${invoiceNumber} ${licenseId}`).toMatchObject({
        accountId,
        licenseOrderId,
        productId: line.productId,
        networkId: line.networkId,
      })
      const { since, until = '9999-12-31', monthlyPrice } = license!
      if (chargeType === 'credit') {
        expect(line.servicePeriodStart).toBe(addDays(until, 1))
        continue
      }
      if (line.servicePeriodStart > until) note('billedAfterEnd', licenseId, invoiceNumber)
      else if (line.servicePeriodStart < since) note('billedBeforeStart', licenseId, invoiceNumber)
      else
        for (const month of monthsOf(line)) {
          const key = `${licenseId} ${month}`
          charged.set(key, (charged.get(key) ?? 0) + 1)
          if (charged.get(key) === 2) note('billedTwice', licenseId, invoiceNumber)
        }
      const usual = usualPrice(line)
      if (line.servicePeriodStart >= `${today.slice(0, 4)}-01-01`) expect(usual).toBe(monthlyPrice)
      if (line.salesPrice !== usual) note('otherPrice', licenseId, invoiceNumber)
    }
    for (const { licenseId, productId, since, until = '9999-12-31' } of licenses) {
      const { billingMonths } = product.get(productId)!
      for (const { date, invoiceNumber } of regular.filter((one) => billsOf(licenseId, one))) {
        const month = startOfMonth(date)
        const isDue = (Number(month.slice(5, 7)) - 1) % billingMonths === 0
        if (isDue && since <= month && month <= until)
          if (!charged.has(`${licenseId} ${month.slice(0, 7)}`))
            note('notBilled', licenseId, invoiceNumber)
      }
    }
    return found
  }

  /** Returns the price that most lines of the product have in a currency and a year. */
  function usualPrice({ productId, servicePeriodStart, invoice }: (typeof lines)[number]) {
    const prices = new Map<string, number>()
    for (const line of lines)
      if (
        line.productId === productId &&
        line.invoice.currencyIsoCode === invoice.currencyIsoCode &&
        line.servicePeriodStart.slice(0, 4) === servicePeriodStart.slice(0, 4)
      )
        prices.set(line.salesPrice, (prices.get(line.salesPrice) ?? 0) + 1)
    return [...prices].toSorted(([, one], [, other]) => other - one)[0]![0]
  }

  /** Whether an invoice is one of the series on which a license is charged: the same place in each month. */
  function billsOf(licenseId: string, { accountId, invoiceNumber }: Invoice): boolean {
    const first = lines.find((line) => line.licenseId === licenseId)
    return (
      first?.invoice.accountId === accountId &&
      first.invoice.invoiceNumber.slice(0, -4) === invoiceNumber.slice(0, -4) &&
      first.invoice.invoiceNumber.slice(-2) === invoiceNumber.slice(-2)
    )
  }

  test('the reason of a fault names its product and its user', () => {
    for (const { licenseId, reason, invoiceNumbers } of billFaults) {
      const license = licenses.find((one) => one.licenseId === licenseId)!
      expect(reason).toContain(
        `${product.get(license.productId)!.description} of ${license.userName} `,
      )
      for (const number of invoiceNumbers)
        expect(regular.map(({ invoiceNumber }) => invoiceNumber)).toContain(number)
    }
  })
})
