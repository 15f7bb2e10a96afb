import { userInfo } from 'node:os'
import { beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { portal as run } from '../../test/integration/command-line.ts'
import { givenPayer } from '../../test/payments/payments.ts'
import type { Browser } from '../../test/portal/portal.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { readFigures } from '../integration/business-metrics.ts'

const portal = testPortal()
let paula: Browser
let payment: string

beforeAll(async () => {
  paula = await givenPayer(portal, 'H1')
  // The books list no payments: $100.00 was paid, and eleven days later the books show $70.00.
  const invoice = await portal.given.invoice('H1', 'H-1', { namesPayments: false })
  await paula.post(`/api/invoice/${invoice}/payment`)
  const { rows } = await portal.system.query<{ id: string }>('select id from payment_attempt')
  payment = rows[0]!.id
  await portal.system.query(sql`
    update payment_attempt set settled_at = now() - interval '11 days', posted_at = now()`)
  await portal.system.query(sql`
    update invoice set amount_cents = 17000, books_balance_cents = 7000 where invoice_number = 'H-1'`)
  await portal.given.company('H2')
  await portal.given.invoice('H2', 'H-1')
  await portal.given.invoice('H2', 'H-2')
})

const resolve = (...args: string[]) => run(['payments', 'resolve', ...args], portal.env)
const doctor = async () =>
  (await run(['doctor'], { ...portal.env, MIGRATION_DATABASE_URL: portal.database.ownerUrl })).out
const shown = async () => (await paula.get('/api/invoice/details/H-1')).json()
const refused = (message: string) => ({ code: 1, out: '', err: `${message}\n` })

test('an invoice on hold is shown to its customer, by doctor and by a metric', async () => {
  expect(await shown()).toMatchObject({ isOnHold: true, hasBeenCharged: true, balanceDue: 70 })
  expect((await paula.get('/api/invoice')).json()).toMatchObject([{ isOnHold: true }])
  expect(await doctor()).toMatch(
    /FAIL {2}books: 1 invoice on hold \(H-1 of H1\): docs\/operations\.md/,
  )
  expect(await readFigures(portal.system)).toMatchObject({ portal_invoices_on_hold: 1 })
})

test('invalid arguments are refused with the usage', async () => {
  for (const args of [
    [],
    ['H-1'],
    ['H-1', 'pi_1=5'],
    ['H-1', `${payment}=-1`],
    ['H-1', `${payment}=1=2`],
    ['H-1', `${payment}=1`, `${payment.toUpperCase()}=2`],
  ])
    expect(await resolve(...args)).toMatchObject({ code: 2, out: '' })
})

test('an impossible explanation is refused with a reason and changes nothing', async () => {
  const other = payment.replace(/^........-/, '00000000-')
  const h1 = ['--company', 'H1', 'H-1']
  for (const [args, message] of [
    [['H-9', `${payment}=1`], 'There is no invoice H-9.'],
    [['H-1', `${payment}=1`], 'Several companies have an invoice H-1: name one with --company.'],
    [
      [...h1, `${other}=0`],
      `Invoice H-1: name for each of its payments how much the balance contains, 0 if nothing: ${payment} ($100.00)`,
    ],
    [
      [...h1, `${payment}=1`, `${other}=0`],
      `Invoice H-1: the company has no successful payment ${other}.`,
    ],
    [[...h1, `${payment}=100.01`], `Invoice H-1: payment ${payment} was $100.00, not more.`],
  ] as const)
    expect(await resolve(...args)).toEqual(refused(message))
  expect((await resolve('H-2', `${payment}=1`)).err).toContain('names the portal payments itself')
  expect(await shown()).toMatchObject({ isOnHold: true })
})

test('a person explains the balance: it is payable, and the history names the person', async () => {
  const done = await resolve('--company', 'H1', 'H-1', `${payment.toUpperCase()}=100.00`)
  expect(done).toEqual({
    code: 0,
    out: 'Invoice H-1 is explained: $70.00 of it can be paid.\n',
    err: '',
  })
  expect(await shown()).toMatchObject({ isOnHold: false, hasBeenCharged: false, balanceDue: 70 })
  const { rows } = await portal.system.query(
    `select actor_name, description from history_entry where account_id = 'H1' and entry_type = 'Reconciled'`,
  )
  const description = `Reconciled invoice H-1: its balance of $70.00 contains $100.00 of payment ${payment}`
  expect(rows).toEqual([{ actor_name: `Command line (${userInfo().username})`, description }])
  expect(await doctor()).toMatch(/ok {4}books: explain every payment/)
  expect(await readFigures(portal.system)).toMatchObject({ portal_invoices_on_hold: 0 })
  expect((await paula.post(`/api/invoice/${(await shown()).id}/payment`)).statusCode).toBe(200)
})
