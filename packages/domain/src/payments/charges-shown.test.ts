import { expect, test } from 'vitest'
import { changedCharges, lessThanShown } from './charges-shown.ts'
import type { ShownCharge } from './charges.schema.ts'

const charge = (invoiceNumber: string, amount: number, currencyIsoCode = 'USD'): ShownCharge => ({
  invoiceNumber,
  amount,
  currencyIsoCode,
})

test('at most three of many changes are listed', () => {
  const many = ['A', 'B', 'C', 'D', 'E'].map((number) => charge(number, 1))
  expect(changedCharges([charge('A', 1)], many)).toBe(
    'The invoices due have changed since you opened the list. B of $1.00 is new. C of $1.00 is new. D of $1.00 is new. And 1 more. Nothing was charged. Please check it and pay again.',
  )
})

// All plans of two invoices with few amounts and currencies: the shown plan, the changes, and the confirmed plan.

const none: ShownCharge[] = []
const states = (number: string) => [
  none,
  ...[1, 2].flatMap((amount) =>
    ['USD', 'EUR'].map((currency) => [charge(number, amount, currency)]),
  ),
]
const plans = states('A').flatMap((one) => states('B').map((other) => [...one, ...other]))
/** Returns the charges; undefined if the call is refused. */
type Rule = (shown: ShownCharge[], due: ShownCharge[]) => ShownCharge[] | undefined

/** Returns the first confirmation that charges more for an invoice than was shown, or that is refused without a reason. */
function faultOf(press: Rule): string | undefined {
  for (const shown of plans)
    for (const due of plans) {
      const most = (number: string, currency: string) =>
        shown.find((one) => one.invoiceNumber === number && one.currencyIsoCode === currency)
          ?.amount ?? 0
      const isMore = due.some((one) => one.amount > most(one.invoiceNumber, one.currencyIsoCode))
      const charged = press(shown, due)
      const isDue = JSON.stringify(charged) === JSON.stringify(due)
      if (isMore ? charged : !isDue) return JSON.stringify({ shown, due, charged })
    }
  return undefined
}

test('no charge is higher than the shown amount, and each wrong rule is found', () => {
  const rule: Rule = (shown, due) => (changedCharges(shown, due) === undefined ? due : undefined)
  expect(faultOf(rule)).toBeUndefined()
  const sum = (all: ShownCharge[]) => all.reduce((total, { amount }) => total + amount, 0)
  const inDollars = (all: ShownCharge[]) => all.map((one) => ({ ...one, currencyIsoCode: 'USD' }))
  const wrong: Record<string, Rule> = {
    'compare only the sum': (shown, due) => (sum(due) <= sum(shown) ? due : undefined),
    'compare without currency': (shown, due) =>
      changedCharges(inDollars(shown), inDollars(due)) === undefined ? due : undefined,
    'refuse every change': (shown, due) =>
      JSON.stringify(shown) === JSON.stringify(due) ? due : undefined,
    'charge what is due now': (_, due) => due,
    'charge what was shown': (shown, due) => rule(shown, due) && shown,
  }
  for (const [name, one] of Object.entries(wrong))
    expect([name, faultOf(one)]).not.toContain(undefined)
})

test('a lower sum than the shown one is reported with both sums', () => {
  const shown = [charge('A', 2), charge('B', 1)]
  expect(lessThanShown(shown, [charge('A', 1)])).toEqual({
    invoices: 2,
    shownCents: 300,
    dueCents: 100,
  })
  expect(lessThanShown(shown, shown)).toBeUndefined()
})
