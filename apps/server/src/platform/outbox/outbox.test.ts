import { expect, test } from 'vitest'
import { eventsOf } from '../../../test/integration/events.ts'
import { givenPayer } from '../../../test/payments/payments.ts'
import { testPortal } from '../../../test/portal/test-portal.ts'
import { inTransaction, withAccount } from '../database/database.ts'
import { publishEvent } from './outbox.ts'

const portal = testPortal()

const optOut = (accountId: string, name = 'Ana') =>
  ({ accountId, type: 'autopay.opted_out', data: { optedOutBy: { userId: null, name } } }) as const

test('an event is committed and rolled back with its change', async () => {
  const { db } = portal.deps
  const failing = withAccount(db, 'T1', async (tx) => {
    await publishEvent(tx, optOut('T1'))
    throw new Error('the change failed')
  })
  await expect(failing).rejects.toThrow('the change failed')
  expect(await eventsOf(portal, 'T1')).toEqual([])
  await withAccount(db, 'T1', (tx) => publishEvent(tx, optOut('T1', 'Half a sign \ud800')))
  const optedOutBy = { userId: null, name: 'Half a sign \ufffd' }
  expect(await eventsOf(portal, 'T1')).toEqual([
    { type: 'autopay.opted_out', data: { accountId: 'T1', crmId: 'T1', optedOutBy } },
  ])
})

test('the web role writes events of its own company or without a company, and reads none', async () => {
  const { db } = portal.deps
  const foreign = withAccount(db, 'T2', (tx) => publishEvent(tx, optOut('T3')))
  await expect(foreign).rejects.toThrow(/row-level security/)
  const address = {
    line1: '1 St',
    city: 'Chicago',
    state: 'IL',
    postalCode: '60606',
    country: 'US',
  }
  const data = {
    purchaseId: 'p1',
    productId: 'a1',
    productName: 'Course',
    amountCents: 1000,
    currency: 'USD',
    buyer: { name: 'Vi', email: null, ...address },
    providerCheckoutId: 'cs_1',
    providerPaymentId: null,
  }
  await inTransaction(db, (tx) =>
    publishEvent(tx, { accountId: null, type: 'accreditation.purchased', data }),
  )
  expect(await eventsOf(portal, '-')).toMatchObject([{ type: 'accreditation.purchased' }])
  await expect(db.query('select from outbox_event')).rejects.toThrow(/permission denied/)
})

test('changes of payments, AutoPay and users publish events in their documented shapes', async () => {
  const { given, system } = portal
  const payer = await givenPayer(portal, 'P1')
  const paid = await given.invoice('P1', 'P-1')
  expect((await payer.post(`/api/invoice/${paid}/payment`)).statusCode).toBe(200)
  await payer.send('POST', '/api/payment/card?stripeToken=pm_card_chargeCustomerFail')
  const { rows } = await system.query<{ id: string }>(
    `select id from card where account_id = 'P1' and not is_default`,
  )
  await payer.send('PUT', `/api/payment/card/default?cardId=${rows[0]!.id}`)
  const failed = await given.invoice('P1', 'P-2')
  expect((await payer.post(`/api/invoice/${failed}/payment`)).statusCode).toBe(402)
  expect((await payer.post('/api/payment/autopay/enable')).statusCode).toBe(200)
  expect((await payer.post('/api/payment/autopay/disable')).statusCode).toBe(200)

  const gone = await given.user('gone@p1.example', 'P1', [])
  const manager = await portal.person('manager@p1.example', 'P1', ['ManageUsers'])
  const removed = await manager.send('DELETE', `/api/admin/deactivate?userId=${gone}`)
  expect(removed.statusCode).toBe(200)

  const events = await eventsOf(portal, 'P1')
  const told = events.map(({ type, data }) => [type, data['invoiceNumber'] ?? data['email']])
  expect(told).toEqual([
    ['invoice.payment.succeeded', 'P-1'],
    ['invoice.payment.failed', 'P-2'],
    ['autopay.enrolled', undefined],
    ['autopay.opted_out', undefined],
    ['user.removed', 'gone@p1.example'],
  ])
  const providerPaymentId = expect.stringMatching(/^pi_/)
  expect(events[0]?.data).toMatchObject({ amountCents: 10_000, currency: 'USD', providerPaymentId })
})
