import { expect, onTestFinished, test, vi } from 'vitest'
import { noticeDays } from '@portal/domain/invoices/transfer-notice'
import { addDays } from '@portal/domain/kernel/day'
import { useCard } from '../../../test/payments/payments.ts'
import { start, testTransfers } from '../../../test/payments/transfers.ts'
import { isWaitedFor } from '../../../test/portal/is-waited-for.ts'
import { testPortal } from '../../../test/portal/test-portal.ts'
import { endNotices } from '../../invoices/transfer-notices.queries.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { startCharging, stopCharging } from '../charge/charging-stop.ts'
import { runAutoPay } from './run-autopay.ts'

const portal = testPortal()
const { clock, paula, workAt, announce, states, noticeOf, enroll, charged, books, given } =
  testTransfers(portal, 'X')

test('an expired transfer of which an invoice has another currency since is mailed by currency, and promises nothing while charging is stopped', async () => {
  const ids = [await given(1), await given(2)]
  await enroll()
  await announce(ids.map((id) => [id, 1000]))
  await books('1000.00', { currencyIsoCode: 'EUR' }, 2)
  expect(await noticeOf(2)).toMatchObject({ amount: 1000, currencyIsoCode: 'USD' })
  const last = addDays(start, noticeDays)
  await stopCharging(portal.system, 'drill')
  onTestFinished(async () => void (await startCharging(portal.system)))
  await workAt('09:00:00', last)
  const mails = await paula.mails('transfer expired %')
  expect(mails.map(({ subject }) => subject)).toEqual([
    `Announced transfer did not arrive in full, $1,000.00 still due, ${paula.number(1)}`,
    `Announced transfer did not arrive in full, €1,000.00 still due, ${paula.number(2)}`,
  ])
  for (const { text } of mails) expect(text).not.toContain('AutoPay charges')
})

test('a transfer that arrives $0.30 short holds AutoPay until it expires, and the rest is too little for a card', async () => {
  const id = await given()
  await enroll()
  await announce([[id, 1000]])
  await books('0.30')
  const last = addDays(start, noticeDays)
  await workAt('09:00:00', addDays(last, -1))
  expect(await states()).toEqual(['announced'])
  await workAt('09:00:00', last)
  expect(await states()).toEqual(['expired'])
  const [mail] = await paula.mails('transfer expired %')
  expect(mail!.subject).toBe(
    `Announced transfer did not arrive in full, $0.30 still due, ${paula.number()}`,
  )
  await workAt('21:00:00', last)
  await workAt('09:00:00', addDays(last, 1))
  await workAt('21:00:00', addDays(last, 1))
  expect(await charged()).toBe(0)
})

test('on the day of expiry nothing is charged, although the company changes its card and two workers run; the next day it is', async () => {
  const id = await given()
  await enroll()
  await announce([[id, 1000]])
  const last = addDays(start, noticeDays)
  await clock.set(`${last}T09:00:00Z`)
  await Promise.all([1, 2].map(() => runAutoPay(portal.deps, portal.system)))
  expect(await states()).toEqual(['expired'])
  expect(await paula.subjects('transfer expired %')).toHaveLength(1)
  await clock.set(`${last}T12:00:00Z`)
  await useCard(paula.browser, 'pm_card_mastercard')
  const wait =
    'The transfer announced for 01/10/2027 did not arrive in full; AutoPay waits until the next day'
  expect((await paula.plan()).days).toMatchObject([
    { day: addDays(last, 1), charges: [{ reason: wait }] },
  ])
  await workAt('21:00:00', last)
  expect(await charged()).toBe(0)
  await workAt('09:00:00', addDays(last, 1))
  await workAt('21:00:00', addDays(last, 1))
  expect(await charged()).toBe(1)
})

test('a company without AutoPay gets the mail about the expiry, too', async () => {
  await announce([[await given(), 1000]], { paidOn: addDays(start, -noticeDays) })
  await workAt('09:00:00', start)
  expect([await states(), (await paula.mails('transfer expired %')).length]).toEqual([
    ['expired'],
    1,
  ])
})

test('a transfer that is withdrawn while it expires is not mailed', async () => {
  const id = await given()
  await announce([[id, 1000]])
  const last = addDays(start, noticeDays)
  await clock.set(`${last}T09:00:00Z`)
  const [working] = await inTransaction(portal.system, async (tx) => {
    const { id: noticeId } = (await noticeOf())!
    await endNotices(tx, [{ accountId: paula.accountId, id: noticeId }], 'withdrawn')
    const begun = runAutoPay(portal.deps, portal.system)
    await vi.waitUntil(() => isWaitedFor(tx), 5000)
    return [begun]
  })
  await working
  expect([await states(), await paula.mails('transfer expired %')]).toEqual([['withdrawn'], []])
})
