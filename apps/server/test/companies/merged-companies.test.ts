import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { expect, test, vi } from 'vitest'
import type { Company } from '@portal/domain/companies/companies.schema'
import type { Invoice } from '@portal/domain/invoices/invoices.schema'
import { importInTransaction, importRecords } from '../../src/import/import-records.ts'
import { recordSource } from '../../src/import/sources.ts'
import { compareWithProvider } from '../../src/payments/charge/compare-with-provider.ts'
import { settleDifference } from '../../src/payments/charge/resolve-attempt.ts'
import { inTransaction } from '../../src/platform/database/database.ts'
import { givenDueToday } from '../payments/batches.ts'
import { isWaitedFor } from '../portal/is-waited-for.ts'
import { queuedMails } from '../portal/mails.ts'
import { breakNext, outcomeOf, testPayer } from '../payments/payer.ts'
import {
  atProvider,
  charges,
  forgottenPayment,
  givenPayer,
  untilCharging,
} from '../payments/payments.ts'
import { testPortal } from '../portal/test-portal.ts'

const portal = testPortal()
const paula = testPayer(portal, 'FORMER', {
  webhooks: { duplicate: 1, reorder: false, drop: false },
})

/** The company into which the payer's company is merged. */
const successor = () => paula.accountId.replace('FORMER', 'NEW')
const record = (former = paula.accountId) => ({
  record: 'company',
  accountId: successor(),
  name: `Company ${successor()}`,
  formerAccountId: former,
})
/** Merges, and returns the faults. */
async function merge(): Promise<string[]> {
  const { firstRejects } = await importRecords(portal.system, [recordSource('books', [record()])])
  return firstRejects.map(({ field, reason }) => `${field} ${reason}`)
}
const inProgress =
  'formerAccountId has card payments in progress: send this record again when they have ended'
const numbers = async (path = '/api/invoice', who = paula.browser) =>
  (await who.get(path))
    .json<Invoice[]>()
    .map(({ invoiceNumber }) => invoiceNumber)
    .toSorted()
const payerOfFormer = () => `payer@${paula.accountId.toLowerCase()}.example`

test('people of both companies see the data of the new one by their rights; later refunds are booked there', async () => {
  const bea = await givenPayer(portal, successor())
  await portal.given.invoice(successor(), `${successor()}-1`)
  await portal.given.invoice(successor(), `${successor()}-2`, { category: 'Hidden' })
  const key = randomUUID()
  expect(await outcomeOf(paula.pay('', key))).toBe('200 succeeded')
  const lost = { accountId: paula.accountId, invoiceNumber: paula.number(), amountCents: 100 }
  await forgottenPayment(portal, lost, false)
  expect(await merge()).toEqual([])
  expect((await paula.get('/api/invoice')).statusCode).toBe(401)

  paula.browser = await portal.signIn(payerOfFormer())
  expect(await outcomeOf(paula.pay('', key))).toBe('200 succeeded')
  expect(await charges(portal, paula.invoiceId)).toHaveLength(1)
  const both = [paula.number(), `${successor()}-1`]
  expect([await numbers(), await numbers('/api/invoice', bea)]).toEqual([both, both])
  const details = (number: string, who = paula.browser) =>
    outcomeOf(who.get(`/api/invoice/details/${number}`))
  expect(await details(paula.number())).toMatch(/^200/)
  expect(await details(`${successor()}-2`)).toMatch(/^404/)
  expect((await bea.get('/api/payment/card')).json()).toHaveLength(1)
  const listed = JSON.stringify((await bea.get('/api/payment/history')).json())
  expect(listed).toContain(`Paid invoice ${paula.number()}: 100.00 USD (in ${paula.accountId})`)

  await portal.given.company('P1')
  const root = await portal.person('root@p.example', 'P1', [], [], 'SuperAdmin')
  const former = `?companyFilter=${paula.accountId}`
  expect(await numbers(`/api/invoice${former}`, root)).toEqual(
    [...both, `${successor()}-2`].toSorted(),
  )
  const invitation = {
    accountId: paula.accountId,
    email: 'n@n.example',
    permissions: ['ManageUsers'],
  }
  const invited = await outcomeOf(root.post(`/api/invite/invite${former}`, { payload: invitation }))
  expect(invited).toMatch(/^200/)
  const companies = (await root.get('/api/company/all')).json<Company[]>()
  expect(companies.filter(({ accountId }) => /^(FORMER|NEW)/.test(accountId))).toEqual([
    { accountId: successor(), name: `Company ${successor()}`, formerAccountIds: [paula.accountId] },
  ])
  const eve = await portal.person('eve@e.example', 'P1', ['AccessInvoices'], ['Licenses', 'Hidden'])
  for (const accountId of [paula.accountId, successor()])
    expect((await eve.get(`/api/invoice?companyFilter=${accountId}`)).statusCode).toBe(403)
  expect(await details(paula.number(), eve)).toMatch(/^404/)

  const settled: unknown[] = []
  const since = new Date(Date.now() - 60_000)
  await compareWithProvider(portal.system, portal.deps.cards, since, async (difference) => {
    // The cancel of the payment is refused, because it was paid meanwhile.
    const { id, attemptId, accountId } = difference.intent
    await portal.deps.cards.confirmIntent(id, attemptId, false)
    settled.push(accountId, await settleDifference(portal.deps, difference))
  })
  expect(settled).toEqual([successor(), expect.objectContaining({ status: 'succeeded' })])
  const charge = (await charges(portal, paula.invoiceId)).find(({ amount }) => amount === 10_000)
  await atProvider(portal, '/refunds', { charge: charge!.id })
  await vi.waitFor(async () => {
    const { rows } = await portal.system.query(sql`
      select account_id, amount_cents from payment_refund where account_id like '%' || ${successor().slice(3)}`)
    expect(rows).toEqual([{ account_id: successor(), amount_cents: 10_000 }])
  }, 5000)
})

test('AutoPay of both companies ends, and its recipients are asked to turn it on again; the fixed day charges nothing', async () => {
  await givenPayer(portal, successor())
  await givenDueToday(portal, paula.accountId, paula.invoiceId)
  const invoice = await portal.given.invoice(successor(), `${successor()}-1`)
  await givenDueToday(portal, successor(), invoice)
  expect(await merge()).toEqual([])
  const { rows } = await portal.system.query(sql`
    select (select count(*)::int from autopay_enrolment where ended_at is null) as enrolled,
           (select count(*)::int from autopay_day) as days, (select count(*)::int from autopay_item) as items`)
  expect(rows).toEqual([{ enrolled: 0, days: 0, items: 0 }])
  const mails = await queuedMails(portal, sql`account_id = ${successor()} and kind = 'autopay'`)
  expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual(
    [payerOfFormer(), `payer@${successor().toLowerCase()}.example`].toSorted(),
  )
  expect(mails[0]!.text).toContain('until AutoPay is turned on again')
})

test('a merge is refused during a payment, which is charged once', async () => {
  await breakNext(portal, 'confirm', { kind: 'slow_execute', ms: 1500 })
  const payment = outcomeOf(paula.pay())
  await untilCharging(portal, paula.accountId)
  expect(await merge()).toEqual([inProgress])
  expect(await payment).toBe('200 succeeded')
  expect(await merge()).toEqual([])
  expect(await merge()).toEqual([])
  expect(await charges(portal, paula.invoiceId)).toHaveLength(1)
})

test('a payment that starts during the merge charges nothing', async () => {
  let payment: Promise<string> | undefined
  await inTransaction(portal.system, async (tx) => {
    await importInTransaction(tx, [recordSource('books', [record()])])
    payment = outcomeOf(paula.pay())
    await expect.poll(() => isWaitedFor(tx.connection)).toBe(true)
  })
  expect(await payment).toMatch(/^404/)
  expect(await charges(portal, paula.invoiceId)).toEqual([])
  paula.browser = await portal.signIn(payerOfFormer())
  expect(await outcomeOf(paula.pay())).toMatch(/^409 There is no default card/)
})

test('a change that waits for the merge is refused, and its user must sign in again', async () => {
  const add = () => paula.post('/api/payment/card?stripeToken=pm_card_mastercard')
  let change: ReturnType<typeof outcomeOf> | undefined
  await inTransaction(portal.system, async (tx) => {
    await importInTransaction(tx, [recordSource('books', [record()])])
    change = outcomeOf(add())
    await expect.poll(() => isWaitedFor(tx.connection)).toBe(true)
  })
  expect(await change).toBe('503 The portal is busy. Please try again in a moment.')
  expect(await outcomeOf(add())).toBe('401 Please sign in.')
})

test('links of mails that are older than the merge turn mails off, although both companies had the address', async () => {
  await givenPayer(portal, successor())
  const { rows: keys } = await portal.system.query<{
    accountId: string
    key: string
    of_0_1: string
  }>(sql`
    insert into mail_address (account_id, email) select account_id, ${payerOfFormer()} from company
 returning account_id as "accountId", mail_link_key(key, 'receipts') as key, key as "of_0_1"`)
  expect(await merge()).toEqual([])
  for (const { accountId, key, of_0_1 } of keys)
    for (const one of [key, of_0_1]) {
      const link = `/api/notifications/off?accountId=${accountId}&key=${one}&kind=`
      const answers = ['receipts', 'refunds'].map((kind) => portal.stranger.get(link + kind))
      const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode)
      expect(statuses).toEqual([200, one === key ? 404 : 200])
    }
})
