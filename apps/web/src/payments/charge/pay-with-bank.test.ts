import type { PaymentAnswer } from '@portal/domain/payments/charges.schema'
import { expect, test } from 'vitest'
import { payWithBank } from './pay-with-bank.ts'

const about = { id: 'p1', invoiceNumber: 'A-1', amount: 1, currencyIsoCode: 'USD', message: '' }
const paid: PaymentAnswer = { ...about, status: 'succeeded' }
const asked: PaymentAnswer = { ...about, status: 'requires_action', clientSecret: 'secret' }

/** A server with prepared answers, which records its calls. */
function server(...answers: PaymentAnswer[]) {
  const calls: (string | undefined)[] = []
  return {
    calls,
    pay: async (paymentId?: string) => {
      calls.push(paymentId)
      return answers[calls.length - 1]!
    },
  }
}

test('a bank that requires no authentication is not shown', async () => {
  const { pay, calls } = server(paid)
  const shown: string[] = []
  expect(await payWithBank(pay, async (secret) => shown.push(secret))).toBe(paid)
  expect([calls, shown]).toEqual([[undefined], []])
})

test('whatever the browser reports about the bank, the server decides the outcome', async () => {
  for (const showBank of [async () => ({}), () => Promise.reject(new Error('no window'))]) {
    const { pay, calls } = server(asked, paid)
    expect(await payWithBank(pay, showBank)).toBe(paid)
    expect(calls).toEqual([undefined, 'p1'])
  }
})

test('an unanswered bank and a failure to show the bank have different messages', async () => {
  const pay = () => server(asked, asked).pay
  await expect(payWithBank(pay(), async () => ({}))).rejects.toThrow(/have not responded/)
  await expect(payWithBank(pay(), () => Promise.reject(new Error('no window')))).rejects.toThrow(
    /could not be shown/,
  )
})
