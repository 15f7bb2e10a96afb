import { beforeAll, expect, test } from 'vitest'
import { noAccountText } from '@portal/domain/invoices/bank-transfer'
import { addDays } from '@portal/domain/kernel/day'
import { mostCents } from '@portal/domain/kernel/money'
import type { Aging } from '@portal/domain/payments/aging.schema'
import { cardPaymentFacts } from '@portal/domain/payments/faq'
import { pdfWords } from '../../../test/documents/pdf-text.ts'
import type { Browser } from '../../../test/portal/portal.ts'
import { testPortal } from '../../../test/portal/test-portal.ts'
import { instructionsPdf } from './instructions-pdf.ts'

const limitCents = 1_234_567
const portal = testPortal({ CARD_LIMIT: '12345.67' })
let paula: Browser

beforeAll(async () => {
  await portal.given.company('C1')
  await portal.given.user('paula@c.example', 'C1', ['AccessInvoices', 'PayInvoices'], ['Licenses'])
  paula = await portal.signIn('paula@c.example')
})

test('the guide is a displayed PDF, on both bases', async () => {
  for (const base of ['', '/api']) {
    const { statusCode, headers, rawPayload } = await paula.get(`${base}/payment/instructions`)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="payment-instructions.pdf"',
      // The browser shows the file, but it is not a page of the portal.
      'content-security-policy': expect.stringMatching(/^default-src 'none'.*; sandbox$/),
    })
    expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdfWords(rawPayload)).toContain('$12,345.67')
  }
})

test('the guide has only the accounts for the open invoices of the company', async () => {
  const guide = async () => pdfWords((await paula.get('/payment/instructions')).rawPayload)
  expect(await guide()).not.toContain('IBAN')
  await portal.given.invoice('C1', 'C-1', { currency: 'EUR', subsidiary: 'MTS-EU' })
  await portal.given.invoice('C1', 'C-2', { currency: 'USD', subsidiary: 'MTS-US', balance: 0 })
  await portal.given.invoice('C1', 'C-3', { currency: 'GBP', subsidiary: 'MTS-EU', balance: -5 })
  const words = await guide()
  for (const text of [
    'Pay by bank transfer · EUR',
    'DE79 0000 0000 1234 5678 90',
    'C1 and the numbers of the invoices that you pay',
  ])
    expect(words).toContain(text)
  expect(words).not.toMatch(/bank transfer · (USD|GBP)/)
})

test('the guide has the same texts as the screen', async () => {
  const contact = 'billing@meridian.example'
  const seller = { name: 'Meridian Trading Systems', addressLines: [], email: contact }
  const openAccounts = [
    {
      currency: 'USD',
      account: null,
      changed: null,
      invoiceNumbers: ['INV-1'],
      isAutoPayOn: false,
    },
  ]
  const facts = { seller, accountId: 'C1', limitCents, openAccounts, created: new Date(0) }
  const words = pdfWords(await instructionsPdf(facts))
  const { questions, steps } = cardPaymentFacts(limitCents, contact)
  for (const text of [
    ...questions.flatMap(({ question, answer }) => [question, answer]),
    ...steps.map((step) => step.text),
    noAccountText('USD', contact),
  ])
    expect(words).toContain(text)
})

test('amounts due are in the bucket of their age, per selling company and currency, to the cent', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const { given } = portal
  await given.company('A1')
  await given.user('ana@a.example', 'A1', ['AccessInvoices'], ['Licenses'])
  const daysLate = [0, -5, 1, 30, 31, 60, 61, 90, 91, 400]
  for (const [index, late] of daysLate.entries())
    await given.invoice('A1', `D${late}`, { due: addDays(today, -late), balance: 101 + index })
  for (const [number, is] of Object.entries({
    none: { due: null, balance: 7 },
    credit: { due: addDays(today, -45), balance: -3 },
    paid: { balance: 0, amount: 500 },
    euro: { currency: 'EUR', due: today, balance: 1 },
    data: { subsidiary: 'MTS-DATA', due: today, balance: 2 },
    unnamed: { subsidiary: 'XX-9', due: today, balance: 3 },
    hidden: { category: 'Hidden', due: today, balance: 900_000 },
  }))
    await given.invoice('A1', number, is)
  const ana = await portal.signIn('ana@a.example')
  const none = { current: 0, '1-30': 0, '31-60': 0, '61-90': 0, '90+': 0, other: 0, total: 0 }
  const usd = {
    current: 2.03,
    '1-30': 2.07,
    '31-60': 2.11,
    '61-90': 2.15,
    '90+': 2.19,
    other: 0.04,
  }
  const { subsidiaries } = (await ana.get('/api/invoice/aging')).json<Aging>()
  expect(subsidiaries).toMatchObject([
    { code: 'MTS-DATA', name: 'Meridian Data Services' },
    { code: 'MTS-US', name: 'TT Platform' },
    { code: 'XX-9', name: 'XX-9' },
  ])
  expect(subsidiaries[1]!.currencies).toEqual({
    USD: { ...usd, total: 10.59 },
    EUR: { ...none, current: 0.01, total: 0.01 },
  })
})

test('the largest invoices are summed exactly, and refused before a sum would be rounded', async () => {
  await portal.given.company('C9')
  await portal.given.user('lena@c9.example', 'C9', ['AccessInvoices'], ['Licenses'])
  const lena = await portal.signIn('lena@c9.example')
  const owed = async (number: string, balance: number) => {
    await portal.given.invoice('C9', number, { currency: 'IDR', balance })
    return lena.get('/api/invoice/aging')
  }
  for (const number of ['1', '2', '3']) await owed(number, mostCents)
  const { currencies } = (await owed('4', mostCents - 1)).json<Aging>().subsidiaries[0]!
  expect(currencies['IDR']?.total).toBe(39_999_999_999_999.99)
  const refused = await owed('5', mostCents)
  expect([refused.statusCode, refused.json()]).toMatchObject([
    500,
    { message: 'These amounts are too large to be added exactly.' },
  ])
})
