import { beforeAll, expect, test } from 'vitest'
import { noAccountText } from '@portal/domain/invoices/bank-transfer'
import { cardPaymentFacts } from '@portal/domain/payments/faq'
import { pdfWords } from '../../../test/pdf-text.ts'
import { testPortal } from '../../../test/test-portal.ts'
import { instructionsPdf } from './instructions-pdf.ts'

const limitCents = 1_234_567
const portal = testPortal({ CARD_LIMIT: '12345.67' })

beforeAll(async () => {
  await portal.given.company('C1')
  await portal.given.user('paula@c.example', 'C1', ['AccessInvoices', 'PayInvoices'], ['Licenses'])
})

test('the guide is a displayed PDF, on both bases', async () => {
  const paula = await portal.signIn('paula@c.example')
  for (const base of ['', '/api']) {
    const { statusCode, headers, rawPayload } = await paula.get(`${base}/payment/instructions`)
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('application/pdf')
    expect(headers['content-disposition']).toBe('inline; filename="payment-instructions.pdf"')
    // The browser shows it, but it is not a page of the portal.
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'.*; sandbox$/)
    expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdfWords(rawPayload)).toContain('$12,345.67')
  }
})

test('the guide has the accounts for the open invoices of the company, and no other', async () => {
  const paula = await portal.signIn('paula@c.example')
  const guide = async () => pdfWords((await paula.get('/payment/instructions')).rawPayload)
  expect(await guide()).not.toContain('IBAN')
  await portal.given.invoice('C1', 'C-1', { currency: 'EUR', subsidiary: 'MTS-EU' })
  await portal.given.invoice('C1', 'C-2', { currency: 'USD', subsidiary: 'MTS-US', balance: 0 })
  await portal.given.invoice('C1', 'C-3', { currency: 'GBP', subsidiary: 'MTS-EU', balance: -5 })
  const words = await guide()
  expect(words).toContain('Pay by bank transfer · EUR')
  expect(words).toContain('DE79 0000 0000 1234 5678 90')
  expect(words).toContain('C1 and the numbers of the invoices that you pay')
  expect(words).not.toMatch(/bank transfer · (USD|GBP)/)
})

test('the guide has the same texts as the screen', async () => {
  const contact = 'billing@meridian.example'
  const seller = { name: 'Meridian Trading Systems', addressLines: [], email: contact }
  const openAccounts = [
    { currency: 'USD', account: null, invoiceNumbers: ['INV-1'], isAutoPayOn: false },
  ]
  const facts = { seller, accountId: 'C1', limitCents, openAccounts, created: new Date(0) }
  const pdf = await instructionsPdf(facts)
  const text = pdfWords(pdf)
  const { questions, steps } = cardPaymentFacts(limitCents, contact)
  for (const { question, answer } of questions) {
    expect(text).toContain(question)
    expect(text).toContain(answer)
  }
  for (const step of steps) expect(text).toContain(step.text)
  expect(text).toContain(noAccountText('USD', contact))
})
