import { expect, vi } from 'vitest'
import sql from 'sql-template-tag'
import { shownItem } from '@portal/domain/attention/attention-shown'
import type { AttentionItem } from '@portal/domain/attention/attention.schema'
import { addedItem, changedItem } from '@portal/domain/licenses/line-items'
import { newSecret, startReceiver } from '../integration/event-receiver.ts'
import { givePositions } from '../../src/integration/give-positions.ts'
import { makeArchives } from '../../src/invoices/make-archives.ts'
import { notifyDueDates } from '../../src/payments/autopay/notify-due-dates.ts'
import { runAutoPay } from '../../src/payments/autopay/run-autopay.ts'
import { postPayments } from '../../src/payments/charge/post-payments.ts'
import { givenUnknownPayment } from '../attention/attention.ts'
import { charges } from '../payments/payments.ts'
import { portalClock } from '../portal/portal-clock.ts'
import type { Browser, TestPortal } from '../portal/portal.ts'
import { eventsTo } from '../production/production.ts'
import { openCheckout, paid, payOnPage } from '../accreditation/purchases.ts'
import { questionDesk } from '../questions/questions.ts'
import { soon } from '../portal/soon.ts'
import { startReplica } from '../processes/start-dying-server.ts'
import {
  aldgate,
  appliedIn,
  fairhaven,
  firstRecords,
  granite,
  laterRecords,
  people,
  startBooks,
} from './provider.ts'

/**
 * Uses a portal by real calls and works, so that each table that use fills has rows. At the end some work is in progress, as
 * in a real upgrade: a payment that is not posted, a mail, an event, an upload, a draft.
 */
export async function usePortal(portal: TestPortal): Promise<void> {
  const books = await startBooks(portal)
  await books.send(firstRecords())
  const [admin, payer, member, autoPayer, superAdmin] = (await Promise.all(
    Object.values(people).map((email) => portal.signIn(email)),
  )) as [Browser, Browser, Browser, Browser, Browser]
  await chooseAndRead(portal, payer, member)
  await manageTeam(admin, payer, member)
  await order(admin, payer)
  await payByCard(portal, payer)
  await portal.system.query(
    `update payment_attempt set settled_at = settled_at - interval '2 minutes' where settled_at is not null`,
  )
  await postPayments(portal.system, portal.deps.config.posting)
  await books.send([appliedIn(fairhaven, 1, await paymentOf(portal, 'FM-1')), ...laterRecords()])
  await books.send([appliedIn(granite, 2, await paymentOf(portal, 'FM-2'))])
  await payAutomatically(portal, autoPayer)
  const former = { record: 'company', accountId: '10301', name: 'Harbor Trading' }
  await books.send([former])
  await books.send([{ ...fairhavenRecord, formerAccountId: former.accountId }])
  await buyAccreditation(portal)
  await resolve(portal, superAdmin)
  await letWorkerFinish(portal)
  expect(await statusOf(payer.post(`/api/invoice/${await idOf(portal, 'FM-8')}/payment`))).toBe(200)
  await givePositions(portal.system, [])
  await books.upload([fairhavenRecord])
}

const fairhavenRecord = { record: 'company', accountId: fairhaven, name: 'Fairhaven Markets' }

const statusOf = async (answer: Promise<{ statusCode: number }>) => (await answer).statusCode

/** Makes a call that must succeed. */
async function call<T>(
  who: Browser,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
): Promise<T> {
  const answer = await who.send(method, `/api${path}`, payload ? { payload } : {})
  expect([path, answer.statusCode, answer.body]).toEqual([path, 200, answer.body])
  return (answer.body ? answer.json() : undefined) as T
}

async function one(portal: TestPortal, statement: string, value: string): Promise<string> {
  const { rows } = await portal.system.query<{ id: string }>(statement, [value])
  return rows[0]!.id
}
const idOf = (portal: TestPortal, number: string) =>
  one(portal, 'select id::text as id from invoice where invoice_number = $1', number)
const paymentOf = (portal: TestPortal, number: string) =>
  one(
    portal,
    `select id from payment_attempt where invoice_number = $1 and state = 'succeeded'`,
    number,
  )

async function chooseAndRead(portal: TestPortal, payer: Browser, member: Browser): Promise<void> {
  await portal.stranger.post('/api/signin', { payload: { returnUrl: '/invoices' } })
  await call(payer, 'GET', '/home')
  await call(member, 'PUT', '/notifications', { kind: 'receipts', isOn: false })
  await call(member, 'PUT', '/notifications/attachments', { attachesInvoices: true })
  const view = {
    id: '6f1c1a52-6c0e-4a3e-8f44-0d8f4b2b7c11',
    name: 'Open',
    search: { status: 'open' },
  }
  await call(payer, 'POST', '/invoice/views', view)
  const { ask } = questionDesk(portal)
  for (const number of ['FM-1', 'FM-2'])
    expect((await ask(member, number, 1, 'Why two of them?')).statusCode).toBe(200)
}

async function manageTeam(admin: Browser, payer: Browser, member: Browser): Promise<void> {
  await call(member, 'POST', '/user/access-requests', { permission: 'PayInvoices' })
  await call(member, 'POST', '/user/access-requests', { permission: 'AccessLicenses' })
  const [request] = await call<{ id: string }[]>(payer, 'GET', '/admin/access-requests')
  await call(payer, 'POST', `/admin/access-requests/${request!.id}`, { granted: true })
  await call(admin, 'POST', '/invite/invite', {
    email: 'new.colleague@aldgate.example',
    accountId: aldgate,
    permissions: ['AccessErfs'],
  })
  await call(payer, 'POST', '/payment/recipient/external/add', {
    crmId: fairhaven,
    emailRecipients: ['accounting@fairhaven.example'],
  })
  await call(admin, 'PUT', '/ttnet/approve?requestId=ERF-2041')
}

/** Aldgate's licenses are in force by records, Fairhaven's by orders. */
async function order(admin: Browser, payer: Browser): Promise<void> {
  const names = { networkId: 'EUREX', networkName: 'Eurex', dateRequired: soon(2) }
  const send = (who: Browser, accountId: string, lineItems: object[], isDraft = false) =>
    call(who, 'POST', '/license', {
      user: { accountId },
      data: { notes: 'Call the desk\nfirst', lineItems },
      isDraft,
    })
  const added = ['tjones', 'aberg'].map((userName) => addedItem('10085', { ...names, userName }))
  await send(admin, aldgate, added)
  await send(admin, aldgate, added, true)
  await call(admin, 'PUT', '/license/unsent', {
    revision: 0,
    order: { data: { notes: '', lineItems: added }, draft: null, key: 'unsent-order' },
  })
  await send(payer, fairhaven, added)
  const old = { oldNetworkName: 'Eurex', oldUserName: 'aberg', ipAddress: '', oldIPAddress: '' }
  const later = { ...names, ...old, userName: 'nlind', dateRequired: soon(5) }
  await send(payer, fairhaven, [changedItem('10085', later)])
}

async function payByCard(portal: TestPortal, payer: Browser): Promise<void> {
  const addCard = (token: string) =>
    call<{ id: string }>(payer, 'POST', `/payment/card?stripeToken=${token}`)
  const use = ({ id }: { id: string }) => call(payer, 'PUT', `/payment/card/default?cardId=${id}`)
  const pay = async (number: string) =>
    (await payer.post(`/api/invoice/${await idOf(portal, number)}/payment`)).statusCode
  const good = await addCard('pm_card_visa')
  for (const number of ['FM-1', 'FM-2']) expect(await pay(number)).toBe(200)
  await use(await addCard('pm_card_chargeCustomerFail'))
  expect(await pay('FM-3')).toBe(402)
  await use(await addCard('pm_card_createDispute'))
  expect(await pay('FM-4')).toBe(200)
  await use(good)
  const [charge] = await charges(portal, await idOf(portal, 'FM-2'))
  await fetch(`${portal.sandbox.cardsOrigin}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_portal' },
    body: new URLSearchParams({ charge: charge!.id, amount: '4000' }),
  })
  await call(payer, 'POST', '/invoice/selected-invoices/payment', {
    invoiceIds: [await idOf(portal, 'FM-5'), await idOf(portal, 'FM-6')],
  })
  await call(payer, 'POST', '/invoice/selected-invoices/archive', {
    invoiceIds: [await idOf(portal, 'FM-5')],
  })
  await makeArchives(portal.deps, portal.system)
  await call(payer, 'POST', '/invoice/selected-invoices/transfer', {
    transferId: '0e0b6c51-64a4-4a6a-8a0f-3d7c5a3f7b21',
    paidOn: soon(0),
    reference: 'FM-7 Piotr Zielinski',
    currencyIsoCode: 'USD',
    invoices: [{ id: await idOf(portal, 'FM-7'), amount: 60 }],
    deducted: [{ invoiceNumber: 'FM-15', amount: 25 }],
  })
}

async function payAutomatically(portal: TestPortal, payer: Browser): Promise<void> {
  const clock = await portalClock(portal)
  try {
    await call(payer, 'POST', '/payment/card?stripeToken=pm_card_visa')
    await call(payer, 'PUT', '/payment/autopay/settings', {
      capPerCharge: 500,
      capPerMonth: null,
      pausedUntil: null,
    })
    await clock.set(`${soon(0)}T08:30:00Z`)
    await call(payer, 'POST', '/payment/autopay/enable')
    for (const time of ['09:10', '21:05']) {
      await clock.set(`${soon(0)}T${time}:00Z`)
      await runAutoPay(portal.deps, portal.system)
      await notifyDueDates(portal.deps, portal.system)
    }
  } finally {
    await clock.release()
    await clock.close()
  }
}

async function buyAccreditation(portal: TestPortal): Promise<void> {
  const checkout = await openCheckout(portal.stranger, 'ACC-100')
  await payOnPage(portal, checkout)
  await paid(portal.stranger, checkout.sessionId)
  await openCheckout(portal.stranger, 'ACC-100')
}

async function resolve(portal: TestPortal, superAdmin: Browser): Promise<void> {
  const { lists } = await call<{
    lists: { key: string; items: AttentionItem[] }[]
  }>(superAdmin, 'GET', '/attention?list=bankAccounts')
  for (const item of lists.find(({ key }) => key === 'bankAccounts')!.items) {
    const { accountId, id } = item
    const body = { accountId, id, shown: shownItem(item) }
    await call(superAdmin, 'POST', '/attention/bankAccounts/confirm', body)
  }
  await givenUnknownPayment(portal.system, granite, 'pi_lost')
  await portal.system.query(`update unknown_intent set acknowledged_at = now(), told_at = now()`)
}

/** Lets a worker do all that is due, as between two upgrades. */
async function letWorkerFinish(portal: TestPortal): Promise<void> {
  const secret = newSecret()
  const receiver = await startReceiver(secret)
  await portal.system.query('delete from worker')
  const worker = await startReplica(portal, 'worker', eventsTo(receiver.url, secret))
  const waiting = sql`
    select (select count(*)::int from mail where sent_at is null) as mails,
           (select count(*)::int from outbox_event where delivered_at is null) as events,
           (select count(*)::int from payment_refund) as refunds,
           (select count(*)::int from payment_dispute) as disputes,
           (select count(*)::int from provider_event) > 0 as "providerEvents",
           (select count(*)::int from worker) as workers`
  await vi.waitFor(
    async () =>
      expect((await portal.system.query(waiting)).rows).toEqual([
        {
          mails: 0,
          events: 0,
          refunds: 1,
          disputes: 1,
          providerEvents: true,
          workers: 1,
        },
      ]),
    { timeout: 90_000, interval: 500 },
  )
  expect(await worker.stop()).toBe(0)
}
