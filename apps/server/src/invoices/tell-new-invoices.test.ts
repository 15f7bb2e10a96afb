import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { isWaitedFor } from '../../test/is-waited-for.ts'
import { queuedMails } from '../../test/mails.ts'
import { invoice, newNumber, startNewInvoices } from '../../test/new-invoices.ts'
import type { TestPortal } from '../../test/portal.ts'
import { importRecords, type ImportOptions } from '../import/import-records.ts'
import { recordSource } from '../import/sources.ts'
import { sweep } from '../platform/sweep.ts'

let news: Awaited<ReturnType<typeof startNewInvoices>>
let portal: TestPortal

beforeAll(async () => {
  news = await startNewInvoices()
  portal = news.portal
})
afterAll(() => news.close())
beforeEach(() => portal.system.query('delete from mail; delete from mail_address'))

const take = (...records: object[]) => news.take(...records)
const load = (records: object[], options?: ImportOptions) => news.load(records, options)
const tell = () => news.tell()
const mails = () => queuedMails(portal)
const heads = async () =>
  (await mails()).map(({ recipient, subject }) => [recipient, subject]).toSorted()
const mailTo = async (recipient: string) => {
  const found = (await mails()).filter((mail) => mail.recipient === recipient)
  expect(found).toHaveLength(1)
  return found[0]!
}
/** Returns the subjects of the mails about an import of these records. */
async function mailed(...records: object[]) {
  await portal.system.query('delete from mail')
  await take(...records)
  await tell()
  return heads()
}

test('three invoices of two categories are one mail for each user who may see some, with those only', async () => {
  const [lic, data, big] = [newNumber(), newNumber(), newNumber()]
  const other = newNumber()
  await take(
    invoice(lic, '1230.00'),
    invoice(data, '45.50', { invoiceCategory: 'Market Data', currencyIsoCode: 'EUR' }),
    invoice(big, '2000.00', { date: '2026-11-25', balanceDue: '500.00' }),
    invoice(other, '77.00', { accountId: 'B1' }),
  )
  expect(await tell()).toBe(2)
  expect(await heads()).toEqual([
    ['ana@a.example', `2 new invoices, ${big} and others`],
    ['bea@b.example', `New invoice of $77.00, ${other}`],
    ['bo@a.example', `3 new invoices, ${big} and others`],
    ['max@a.example', `New invoice of €45.50, ${data}`],
  ])
  const max = await mailTo('max@a.example')
  expect(max.text).toContain(`Invoice: ${data}\nAmount: €45.50 EUR\nDue date: 12/24/2026\n`)
  expect(max.text).toContain(`${portal.origin}/invoices/detail/${data}\n`)
  expect(max.text).toContain('You get this because you may see these invoices of')
  for (const hidden of [lic, big, other]) expect(max.text + max.html).not.toMatch(`${hidden}\\b`)
  const ana = await mailTo('ana@a.example')
  expect(ana.text).toContain(`Total: $3,230.00 USD

Invoices
${big}: $2,000.00 USD, due 12/24/2026
${lic}: $1,230.00 USD, due 12/24/2026

See the invoices:
${portal.origin}/invoices?view=all`)
  const bo = await mailTo('bo@a.example')
  expect(bo.text).toContain('Total: $3,230.00 USD\nTotal: €45.50 EUR\n')
  expect(bo.html).toContain(data)
})

test('the sentence compares with the invoices of the reader only', async () => {
  const line = { productName: 'TT Pro', moreInfo: 'Ann', quantity: 1 }
  const bill = (number: string, month: string, price: string, rest: object) =>
    invoice(number, price, {
      date: `${month}-22`,
      serviceMonth: month,
      customerNumber: 'C-1',
      lineItems: [{ ...line, salesPrice: price, total: price }],
      ...rest,
    })
  const [before, after] = [newNumber(), newNumber()]
  await take(bill(before, '2026-10', '100.00', {}))
  await take(bill(after, '2026-11', '120.00', { invoiceCategory: 'Market Data' }))
  await tell()
  const bo = await mailTo('bo@a.example')
  const sentence = '$20.00 (20.0%) more than Oct 2026: price of TT Pro +20.0%.'
  expect(bo.text).toContain(`New invoice of $120.00\n\n${sentence}\n\nInvoice: ${after}`)
  expect(bo.html).toContain(sentence)
  const max = await mailTo('max@a.example')
  expect(max.text).toContain(`New invoice of $120.00\n\nInvoice: ${after}`)
  expect(max.text + max.html).not.toContain('Oct 2026')

  const [first, second] = [newNumber(), newNumber()]
  const data = { invoiceCategory: 'Market Data', date: '2026-11-25' }
  await portal.system.query('delete from mail')
  await take(bill(first, '2026-11', '130.00', data), invoice(second, '1.00', data))
  await tell()
  expect((await mailTo('bo@a.example')).text).toContain(
    `${first}: $130.00 USD, due 12/24/2026\n  $30.00 (30.0%) more than Oct 2026: price of TT Pro +30.0%.\n`,
  )
})

test('an import that repeats, changes, is rejected or is a dry run sends nothing', async () => {
  const number = newNumber()
  const record = invoice(number, '10.00', { invoiceCategory: 'Hosting' })
  await load([record], { dryRun: true })
  await importRecords(portal.system, [recordSource('b', [record, { ...record, amount: 'x' }])])
  expect([await tell(), await heads()]).toEqual([0, []])
  expect(await mailed(record)).toEqual([['bo@a.example', `New invoice of $10.00, ${number}`]])
  expect(await mailed(record)).toEqual([])
  expect(await mailed({ ...record, amount: '11.00' })).toEqual([])
  // Deleted and sent again is the same invoice to its readers.
  expect(await mailed({ record: 'delete', kind: 'invoice', key: number })).toEqual([])
  expect(await mailed(record)).toEqual([])
  await sweep(portal.system, { eventsKeptDays: 30 })
  expect(await mailed({ record: 'delete', kind: 'invoice', key: number })).toEqual([])
  expect(await mailed(record)).toEqual([])
})

test('old invoices, first loads, paid ones and credits send nothing', async () => {
  const hosting = (rest: object) =>
    invoice(newNumber(), '10.00', { invoiceCategory: 'Hosting', ...rest })
  expect(await mailed(hosting({ date: '2026-11-21' }))).toEqual([])
  expect(await mailed(hosting({ date: '2026-11-22' }))).toHaveLength(1)
  // Beside a new one, others may be up to 30 days old.
  const [old, late] = [hosting({ date: '2026-10-25' }), hosting({ date: '2026-10-26' })]
  expect(await mailed(old, late, hosting({}))).toEqual([
    ['bo@a.example', expect.stringMatching(/^2 new invoices, /)],
  ])
  expect((await mailTo('bo@a.example')).text).not.toContain(old.invoiceNumber)
  expect(await mailed(hosting({ balanceDue: '0.00' }))).toEqual([])
  expect(await mailed(hosting({ hasBeenCharged: true }))).toEqual([])
  expect(await mailed(hosting({ amount: '-10.00', balanceDue: '-10.00' }))).toEqual([])
  expect(await mailed(hosting({ accountId: 'C1' }))).toEqual([])
})

test('the first load of a company sends nothing, though it ends today; its first invoice is mailed', async () => {
  const { given } = portal
  for (const accountId of ['D1', 'E1']) {
    await given.company(accountId)
    await given.user(`${accountId}@d.example`, accountId, ['AccessInvoices'], ['Licenses'])
  }
  const of = (accountId: string, date: string) => invoice(newNumber(), '5.00', { accountId, date })
  expect(
    await mailed(of('D1', '2026-11-25'), of('D1', '2026-10-25'), of('E1', '2026-11-25')),
  ).toEqual([['e1@d.example', expect.stringMatching(/^New invoice/)]])
  expect(await mailed(of('D1', '2026-11-25'))).toHaveLength(1)
})

test('who turned these mails off, on the page or by one click, gets none', async () => {
  const bo = await portal.signIn('bo@a.example')
  const payload = { kind: 'newInvoices', isOn: false }
  expect((await bo.send('PUT', '/api/notifications', { payload })).statusCode).toBe(200)
  await portal.system.query(sql`
    insert into mail_address (account_id, email) values ('A1', 'max@a.example')`)
  const { rows } = await portal.system.query<{ key: string }>(
    `select key from mail_address where email = 'max@a.example'`,
  )
  const off = await portal.app.inject({
    method: 'POST',
    url: `/notifications/off?accountId=A1&key=${rows[0]!.key}&kind=newInvoices`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(off.statusCode).toBe(200)
  const data = { invoiceCategory: 'Market Data' }
  const record = [invoice(newNumber(), '5.00'), invoice(newNumber(), '5.00', data)]
  expect((await mailed(...record)).map(([recipient]) => recipient)).toEqual(['ana@a.example'])
})

test('a super admin who may see the invoices of the own company gets all of them, and none of others', async () => {
  const { given } = portal
  await given.company('P1')
  await given.user('maya@p.example', 'P1', ['AccessInvoices'], [], 'SuperAdmin')
  await given.user('omar@p.example', 'P1', [], [], 'SuperAdmin')
  const own = invoice(newNumber(), '5.00', { accountId: 'P1' })
  const mail = await mailed(own, invoice(newNumber(), '6.00', { accountId: 'B1' }))
  expect(mail.map(([recipient]) => recipient)).toEqual(['bea@b.example', 'maya@p.example'])
  expect((await mailTo('maya@p.example')).subject).toContain(own.invoiceNumber)
})

test('an invoice that is paid or deleted before the mail is not in it', async () => {
  const [paid, deleted, stays] = [newNumber(), newNumber(), newNumber()]
  const record = invoice(paid, '5.00')
  await take(record, invoice(deleted, '5.00'), invoice(stays, '5.00'))
  await take({ ...record, balanceDue: '0.00' }, { record: 'delete', kind: 'invoice', key: deleted })
  await tell()
  expect((await mailTo('ana@a.example')).subject).toBe(`New invoice of $5.00, ${stays}`)
  // No mail was about it, so it is new when it is sent again.
  expect(await mailed(invoice(deleted, '6.00'))).toContainEqual([
    'ana@a.example',
    `New invoice of $6.00, ${deleted}`,
  ])
})

test('a mail has at most 20 rows, and the total of all', async () => {
  const many = Array.from({ length: 25 }, () => invoice(newNumber(), '4.00'))
  await take(...many)
  await tell()
  const { subject, text, html } = await mailTo('ana@a.example')
  expect(subject).toMatch(/^25 new invoices, /)
  expect(text).toContain('Total: $100.00 USD')
  expect(text.match(/^N-\d+: /gm)).toHaveLength(20)
  expect(text).toContain('Further: … and 5 more, which the portal lists.')
  expect(html.length).toBeLessThan(60_000)
})

test('a worker that is killed while it writes mails loses none and sends none twice; others continue', async () => {
  const [killed, other] = [newNumber(), newNumber()]
  await take(invoice(killed, '5.00'), invoice(other, '5.00', { accountId: 'B1' }))
  const { system } = portal
  const blocker = await system.connect()
  await blocker.query('begin; lock table mail in share mode')
  const dying = tell().catch((error: unknown) => error)
  await vi.waitUntil(() => isWaitedFor(blocker))
  await system.query(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`)
  await blocker.query('commit')
  blocker.release()
  expect(await dying).toBeInstanceOf(Error)
  expect(await heads()).toEqual([['bea@b.example', `New invoice of $5.00, ${other}`]])
  expect((await Promise.all([tell(), tell(), tell()])).sort()).toEqual([0, 0, 1])
  expect(await heads()).toEqual([
    ['ana@a.example', `New invoice of $5.00, ${killed}`],
    ['bea@b.example', `New invoice of $5.00, ${other}`],
    ['bo@a.example', `New invoice of $5.00, ${killed}`],
  ])
  expect(await tell()).toBe(0)
  expect(await heads()).toHaveLength(3)
})

test('an invoice that cannot be explained is mailed without a sentence', async () => {
  await take(invoice(newNumber(), '5.00'), invoice(newNumber(), '6.00', { accountId: 'B1' }))
  const { rows } = await portal.system.query<{ id: string }>(
    `select max(id)::text as id from invoice where account_id = 'A1'`,
  )
  news.log.warn.mockClear()
  // Not a number that the comparison can read.
  await portal.system.query(
    `update invoice_line set quantity = 'NaN' where account_id = 'A1' and invoice_id = $1`,
    [rows[0]!.id],
  )
  expect(await tell()).toBe(2)
  expect(await heads()).toHaveLength(3)
  expect(news.log.warn).toHaveBeenCalledTimes(2)
})
