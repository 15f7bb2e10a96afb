import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import type { PaymentBatch } from '@portal/domain/payments/charges.schema'
import { givenAutoPayBatch, givenEnrolled } from '../../../test/batches.ts'
import { givenPayer, takenFrom } from '../../../test/payments.ts'
import { testPortal } from '../../../test/test-portal.ts'
import { queuedMails } from '../../../test/mails.ts'

const portal = testPortal()

const path = '/api/invoice/all-invoices/payment'

test("AutoPay's batch is neither continued nor stopped by a person", async () => {
  await givenEnrolled(portal, 'BA')
  const id = await givenAutoPayBatch(portal, 'BA', [1000])
  await portal.given.user('bo@ba.example', 'BA', ['AccessInvoices', 'PayInvoices'], ['Licenses'])
  const bo = await portal.signIn('bo@ba.example')
  for (const what of ['continue', 'stop'])
    expect((await bo.post(`${path}/${id}/${what}`)).statusCode).toBe(404)
  const { rows } = await portal.system.query<{ stopped: string | null; hold: number }>(
    'select stopped, hold from payment_batch where id = $1',
    [id],
  )
  expect(rows).toEqual([{ stopped: null, hold: 0 }])
})

test('a batch that is stopped while many payments are under way: those not sent yet are not made', async () => {
  const paula = await givenPayer(portal, 'BS')
  for (let nth = 1; nth <= 40; nth += 1)
    await portal.given.invoice('BS', `BS-${nth}`, { balance: nth * 100 })
  // Long enough to stop the batch on a busy machine, too.
  const slow = { method: 'POST', path: '/confirm$', times: 60, kind: 'latency', ms: 2000 }
  await portal.sandbox.control('/faults', slow)
  const all = paula.post(path)
  await expect
    .poll(async () => (await takenFrom(portal, 'BS')).length, { timeout: 20_000 })
    .toBeGreaterThan(1)
  const { id } = (await paula.get(path)).json<PaymentBatch>()
  await paula.post(`${path}/${id}/stop`)
  await all
  await expect
    .poll(async () => (await paula.get(path)).json<PaymentBatch>().status, { timeout: 20_000 })
    .toBe('done')
  const batch = (await paula.get(path)).json<PaymentBatch>()
  expect(batch.stopped).toMatch(/^Stopped by /)
  expect(batch.notTried).toBeGreaterThan(0)
  expect([batch.failed, batch.paid + batch.notTried]).toEqual([[], 40])
  expect(await takenFrom(portal, 'BS')).toHaveLength(batch.paid)
  const rows = await queuedMails(portal, sql`account_id = 'BS'`)
  expect(rows.map(({ subject }) => subject)).toEqual([
    `Payment of 40 invoices: ${batch.paid} paid, ${batch.notTried} not paid`,
  ])
})
