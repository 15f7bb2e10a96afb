import { expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { givenPayer } from '../../test/payments/payments.ts'
import { testClock, testPortal } from '../../test/portal/test-portal.ts'
import { runAutoPay } from '../payments/autopay/run-autopay.ts'
import { examineAutoPay } from './examine-autopay.ts'

const portal = testPortal()
const clock = testClock(portal)

test('AutoPay: a day without fixed charges, invoices left out three days in a row, money not applied', async () => {
  const day = (nth: number) => `2027-04-1${nth}`
  await clock.set(`${day(0)}T08:00:00Z`)
  const paula = await givenPayer(portal, 'D2')
  const id = await portal.given.invoice('D2', 'D-2', { due: day(0) })
  await paula.post('/api/payment/autopay/enable')
  const run = async (nth: number) => {
    await clock.set(`${day(nth)}T09:00:00Z`)
    await runAutoPay(portal.deps, portal.system)
    await portal.system.query(sql`
      update invoice set amount_cents = amount_cents + 1, books_balance_cents = books_balance_cents + 1 where id = ${id}`)
    await clock.set(`${day(nth)}T21:00:00Z`)
    await runAutoPay(portal.deps, portal.system)
  }
  const autoPay = () => examineAutoPay(portal.system).catch(({ message }: Error) => message)
  await run(0)
  await run(1)
  expect(await autoPay()).toBe('all due days were run')
  await run(2)
  expect(await autoPay()).toMatch(
    /^1 invoice fixed and left out three days in a row \(D-2 of D2: Its balance rose after/,
  )
  // Paid manually, then credited and invoiced again under another number.
  expect((await paula.post(`/api/invoice/${id}/payment`)).statusCode).toBe(200)
  await portal.system.query(sql`update invoice set books_balance_cents = 0 where id = ${id}`)
  await portal.system.query(sql`delete from autopay_item where day = ${day(0)}`)
  expect(await autoPay()).toMatch(/^AutoPay waits for D2 \(D-2\): docs/)
  await clock.set(`${day(3)}T19:59:00Z`)
  expect(await autoPay()).toMatch(/^AutoPay waits/)
  await clock.set(`${day(3)}T20:00:00Z`)
  await runAutoPay(portal.deps, portal.system)
  expect(await autoPay()).toMatch(
    /^the charges of the last day were not fixed by 20:00 UTC for 1 enrolled company/,
  )
})
