import type { PaymentAnswer } from '@portal/domain/payments/charges.schema'
import { expect, test } from 'vitest'
import { payWithBank } from './pay-with-bank.ts'

const about = { id: 'p1', invoiceNumber: 'A-1', amount: 1, currencyIsoCode: 'USD', message: '' }
const paid: PaymentAnswer = { ...about, status: 'succeeded' }
const asked: PaymentAnswer = { ...about, status: 'requires_action', clientSecret: 'secret' }

/** A server with its answers in order, and what it was asked. */
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

test('a bank that does not ask is not shown', async () => {
  const { pay, calls } = server(paid)
  const shown: string[] = []
  expect(await payWithBank(pay, async (secret) => shown.push(secret))).toBe(paid)
  expect([calls, shown]).toEqual([[undefined], []])
})

test('however the bank went, the server says what came of it', async () => {
  for (const showBank of [async () => ({}), () => Promise.reject(new Error('no window'))]) {
    const { pay, calls } = server(asked, paid)
    expect(await payWithBank(pay, showBank)).toBe(paid)
    expect(calls).toEqual([undefined, 'p1'])
  }
})

test('a bank without an answer, and one that could not be shown, are told apart', async () => {
  const pay = () => server(asked, asked).pay
  await expect(payWithBank(pay(), async () => ({}))).rejects.toThrow(/has not been answered/)
  await expect(payWithBank(pay(), () => Promise.reject(new Error('no window')))).rejects.toThrow(
    /could not be shown/,
  )
})
