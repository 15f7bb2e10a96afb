import { expect, test } from 'vitest'
import { cardPaymentRefusal } from '../invoices/card-payment.ts'
import { brandName } from './card-name.ts'
import { cardPaymentFacts } from './faq.ts'

const contact = 'billing@example.com'

test('there are five questions: eligible invoices, parts, fees, cards and other ways to pay', () => {
  const { questions } = cardPaymentFacts(5_000_000, contact)
  expect(questions.map(({ question }) => question)).toEqual([
    expect.stringContaining('eligible'),
    expect.stringContaining('part'),
    expect.stringContaining('fee'),
    expect.stringContaining('cards'),
    expect.stringContaining('other ways'),
  ])
})

test('they name the minimum and the limit by which invoices are refused', () => {
  for (const [limitCents, text] of [
    [5_000_000, '$50,000.00'],
    [123_456, '$1,234.56'],
  ] as const) {
    const { questions, glance } = cardPaymentFacts(limitCents, contact)
    const words = [...questions.map(({ answer }) => answer), ...glance.map(({ value }) => value)]
    const amounts = words.join(' ').match(/\$[\d,.]*\d/g)
    expect(new Set(amounts)).toEqual(new Set(['$0.50', text]))
    expect(questions[0]?.answer).toContain(`up to the limit of ${text}, and of at least $0.50`)
    const invoice = { hasBeenCharged: false, isOnHold: false, currency: 'USD' }
    for (const balanceDueCents of [50, limitCents])
      expect(cardPaymentRefusal({ ...invoice, balanceDueCents }, limitCents)).toBeUndefined()
  }
})

test('every brand the portal knows by name is among the accepted cards', () => {
  const { questions } = cardPaymentFacts(1, contact)
  for (const brand of ['visa', 'mastercard', 'amex', 'discover', 'jcb', 'diners', 'unionpay'])
    expect(questions[3]?.answer).toContain(brandName(brand))
  expect(questions[3]?.answer).toContain('debit cards')
})

test('they name the page of the bank account, and the address to ask if there is none', () => {
  const answer = cardPaymentFacts(5_000_000, contact).questions[4]?.answer
  expect(answer).toContain('above $50,000.00, below $0.50, or in another currency')
  expect(answer).toContain('The page and the PDF of the invoice show the account')
  expect(answer).toContain(`please ask ${contact}.`)
})
