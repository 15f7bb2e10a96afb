import { afterAll, beforeAll, expect, test } from 'vitest'
import { cardPaymentFacts } from '@portal/domain/payments/faq'
import { pdfWords } from '../../../test/pdf-text.ts'
import { startTestPortal, type TestPortal } from '../../../test/portal.ts'
import { instructionsPdf } from './instructions-pdf.ts'

const limitCents = 1_234_567
let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal({ CARD_LIMIT: '12345.67' })
  await portal.given.company('C1')
  await portal.given.user('paula@c.example', 'C1', ['AccessInvoices', 'PayInvoices'])
  await portal.given.user('ana@c.example', 'C1', ['AccessInvoices'])
})
afterAll(() => portal.close())

test('only who may pay gets the guide', async () => {
  const ana = await portal.signIn('ana@c.example')
  for (const base of ['', '/api']) {
    const path = `${base}/payment/instructions`
    expect((await portal.stranger.get(path)).statusCode).toBe(401)
    expect((await ana.get(path)).statusCode).toBe(403)
  }
})

test('the guide is a PDF to be looked at, on both bases', async () => {
  const paula = await portal.signIn('paula@c.example')
  for (const base of ['', '/api']) {
    const { statusCode, headers, rawPayload } = await paula.get(`${base}/payment/instructions`)
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('application/pdf')
    expect(headers['content-disposition']).toBe('inline; filename="payment-instructions.pdf"')
    expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdfWords(rawPayload)).toContain('$12,345.67')
  }
})

test('the guide says what the screen says', async () => {
  const seller = { name: 'Meridian Trading Systems', addressLines: [] }
  const pdf = await instructionsPdf({ seller, limitCents, created: new Date(0) })
  const text = pdfWords(pdf)
  const { questions, steps } = cardPaymentFacts(limitCents)
  for (const { question, answer } of questions) {
    expect(text).toContain(question)
    expect(text).toContain(answer)
  }
  for (const step of steps) expect(text).toContain(step.text)
})
