import { afterAll, beforeAll, expect, test } from 'vitest'
import { attentionKeys } from '@portal/domain/attention/attention-keys'
import {
  givenKeptEvent,
  givenOnHold,
  givenPurchaseInReview,
  givenRefund,
  givenRefusedMail,
  givenRejectedImport,
  givenUnknownPayment,
} from '../../test/attention.ts'
import { startDesk, type Desk } from '../../test/attention-desk.ts'
import { givenPayer } from '../../test/payments.ts'
import type { Browser, TestPortal } from '../../test/portal.ts'
import { examineBooks, examineImports, examineMail } from '../commands/examine-operations.ts'
import { readFigures } from '../integration/business-metrics.ts'
import { startCharging, stopCharging } from '../platform/charging.ts'
import { sessionHash } from '../session/session.queries.ts'
import { countAttention, readAttention } from './attention.queries.ts'

let desk: Desk
let portal: TestPortal
let maya: Browser
let luis: Browser

beforeAll(async () => {
  desk = await startDesk()
  ;({ portal, maya } = desk)
  const { given, system } = portal
  await givenPayer(portal, 'A1')
  await given.user(
    'luis@a.example',
    'A1',
    ['AccessInvoices', 'PayInvoices', 'AccessLicenses', 'AccessErfs', 'ManageUsers'],
    ['Licenses'],
  )
  await given.company('B1', 'Kanarienvogel')
  await givenOnHold(system, 'A1', 'A-1')
  await givenOnHold(system, 'B1', 'B-1')
  await givenRefund(system, 'B1', 'B-2')
  await givenKeptEvent(system, 'evt_1')
  await givenPurchaseInReview(portal.owner, 'visitor@v.example')
  await givenRejectedImport(portal.owner, 'ERP')
  await givenUnknownPayment(system, 'B1', 'pi_1')
  await givenRefusedMail(system, 'B1', 'gone@b.example')
  luis = await portal.signIn('luis@a.example')
})
afterAll(() => portal.close())

const all = ['onHold', 'unknown', 'purchases', 'events', 'mails', 'imports', 'moneyBack']

test('a stranger, a company admin and a forged digest get neither items nor a number', async () => {
  for (const path of ['', '/count', '?list=mails', '?companyFilter=A1']) {
    expect((await portal.stranger.get(`/api/attention${path}`)).statusCode).toBe(401)
    expect((await luis.get(`/api/attention${path}`)).statusCode).toBe(403)
  }
  const { deps } = portal
  for (const hash of [sessionHash(luis.token!), sessionHash('unknown'), Buffer.alloc(0)]) {
    expect(await readAttention(deps.db, hash, { limit: 10 })).toEqual([])
    expect(await countAttention(deps.db, hash)).toBe(0)
  }
})

test("the web role cannot read the view, nor act on it without a super admin's session", async () => {
  const { db } = portal.deps
  await expect(db.query('select * from attention_item')).rejects.toThrow(/permission denied/)
  await expect(db.query(`select is_session_of_super_admin('x')`)).rejects.toThrow(
    /permission denied/,
  )
  await expect(db.query(`select end_charging_stops('{all}')`)).rejects.toThrow(/permission denied/)
  const purchase = (await desk.list('purchases'))[0]!.id
  const upload = (await desk.list('imports'))[0]!.id
  await stopCharging(portal.system, 'a test')
  const { rows } = await db.query(
    `select close_reviewed_purchase($1, $2, 'paid') as closed, note_rejected_import($1, $3) as noted,
            start_charging($1, 'all') as started`,
    [sessionHash(luis.token!), purchase, upload],
  )
  expect(rows).toEqual([{ closed: false, noted: false, started: false }])
  expect(await startCharging(portal.system)).toEqual(['all'])
})

test('an expired session, or one of a former super admin, reads nothing', async () => {
  await portal.given.user('gone@p.example', 'P1', [], [], 'SuperAdmin')
  const gone = await portal.signIn('gone@p.example')
  const hash = sessionHash(gone.token!)
  const total = () => countAttention(portal.deps.db, hash)
  expect(await total()).toBeGreaterThan(0)
  await portal.system.query(`update portal_user set role = 'User' where email = 'gone@p.example'`)
  expect(await total()).toBe(0)
  expect((await gone.get('/api/attention')).statusCode).toBe(403)
  await portal.system.query(
    `update portal_user set role = 'SuperAdmin' where email = 'gone@p.example'`,
  )
  expect(await total()).toBeGreaterThan(0)
  await portal.system.query(
    `update portal_user set deactivated_at = now() where email = 'gone@p.example'`,
  )
  expect(await total()).toBe(0)
})

test('every list names its items, their companies, ages and reasons, and is counted', async () => {
  const { lists, stops } = await desk.page()
  expect(stops).toEqual([])
  expect(lists.map(({ key }) => key)).toEqual(attentionKeys.filter((key) => all.includes(key)))
  const rows = Object.fromEntries(lists.map(({ key, items }) => [key, items]))
  expect(rows['onHold']).toMatchObject([
    {
      accountId: 'A1',
      companyName: 'Company A1',
      id: 'A-1',
      invoiceNumber: 'A-1',
      amountCents: 7000,
      payments: [{ cents: 10_000 }],
    },
    { accountId: 'B1', companyName: 'Kanarienvogel', id: 'B-1' },
  ])
  expect(rows['mails']).toMatchObject([
    {
      subject: 'gone@b.example',
      detail: 'Payment received: 550 5.1.1 mailbox unknown',
      companyName: 'Kanarienvogel',
    },
  ])
  expect(rows['imports']).toMatchObject([
    { accountId: null, subject: 'ERP', detail: '2 records were rejected, so nothing was changed' },
  ])
  expect(rows['purchases']).toMatchObject([
    { accountId: null, subject: 'visitor@v.example', amountCents: 100 },
  ])
  expect(rows['events']).toMatchObject([
    { id: 'evt_1', detail: 'The card provider does not know the object.' },
  ])
  expect(rows['moneyBack']).toMatchObject([{ subject: 'B-2', detail: 'refund succeeded' }])
  // All but the refund, which requires no action.
  expect(await desk.count()).toBe(7)
  expect(await readFigures(portal.system)).toMatchObject({
    portal_invoices_on_hold: 2,
    portal_payments_unknown: 1,
    portal_payments_need_person: 1,
    portal_mails_given_up: 1,
    portal_imports_rejected: 1,
  })
  const system = portal.system
  await expect(examineBooks(system)).rejects.toThrow(/^2 invoices on hold \(A-1 of A1, B-1 of B1\)/)
  await expect(examineMail(system)).rejects.toThrow(/^1 mail tried 20 times/)
  await expect(examineImports(system)).rejects.toThrow(
    /^1 import rejected, first of key ERP: 2 rec/,
  )
})

test('a long list shows its oldest items and a count; the list on its own page has them all', async () => {
  for (let nth = 0; nth < 12; nth += 1) await givenUnknownPayment(portal.system, 'A1', `pi_l${nth}`)
  const shortened = (await desk.page()).lists.find(({ key }) => key === 'unknown')!
  expect(shortened).toMatchObject({ total: 13 })
  expect(shortened.items).toHaveLength(10)
  expect(shortened.items[0]!.id).toBe('pi_1')
  expect(await desk.list('unknown')).toHaveLength(13)
  expect((await maya.get('/api/attention?list=toString')).statusCode).toBe(400)
  await portal.system.query(`delete from unknown_intent where intent_id like 'pi_l%'`)
})
