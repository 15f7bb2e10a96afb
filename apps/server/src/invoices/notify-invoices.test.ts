import sql from 'sql-template-tag'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { isWaitedFor } from '../../test/portal/is-waited-for.ts'
import { queuedMails, sentMails } from '../../test/portal/mails.ts'
import { testClock, testPortal } from '../../test/portal/test-portal.ts'
import { takeBooks } from '../../test/import/import-fixture.ts'
import { importRecords } from '../import/import-records.ts'
import { recordSource } from '../import/sources.ts'
import { notifyInvoices } from './notify-invoices.ts'

const portal = testPortal()
const clock = testClock(portal)
const log = { warn: vi.fn<(details: object, message: string) => void>() }

let count = 0
const newNumber = () => `N-${(count += 1)}`

/** Returns the record of an unpaid invoice of A1 that is new on 2026-11-25. */
const invoice = (invoiceNumber: string, amount: string, rest: object = {}) => ({
  record: 'invoice',
  accountId: 'A1',
  invoiceNumber,
  date: '2026-11-24',
  dueDate: '2026-12-24',
  amount,
  balanceDue: amount,
  currencyIsoCode: 'USD',
  customerNumber: `C-${invoiceNumber}`,
  invoiceType: 'License',
  invoiceCategory: 'Licenses',
  lineItems: [{ productName: `Product of ${invoiceNumber}`, quantity: 1, total: amount }],
  ...rest,
})
const take = (...records: object[]) => takeBooks(portal.system, records)

// Three companies with an old invoice each, so that no later import is their first load; and users who see all, some or
// no invoices.
beforeAll(async () => {
  await clock.set('2026-11-25T09:00:00Z')
  const { given, system } = portal
  const companies = ['A1', 'B1', 'C1']
  for (const accountId of companies) await given.company(accountId)
  const all = ['Licenses', 'Market Data', 'Hosting']
  await given.user('ana@a.example', 'A1', ['AccessInvoices'], ['Licenses'])
  await given.user('max@a.example', 'A1', ['AccessInvoices'], ['Market Data'])
  await given.user('bo@a.example', 'A1', ['AccessInvoices', 'PayInvoices'], all)
  await given.user('tom@a.example', 'A1', ['AccessLicenses'], all)
  await given.user('gone@a.example', 'A1', ['AccessInvoices'], all)
  await system.query(`update portal_user set deactivated_at = now() where email ~ 'gone'`)
  await system.query(
    `insert into external_recipient (account_id, email) values ('A1', 'books@x.example')`,
  )
  await given.user('bea@b.example', 'B1', ['AccessInvoices'], all)
  await given.user('cy@c.example', 'C1', ['AccessErfs'], all)
  const old = { date: '2026-10-05', customerNumber: 'C-0' }
  for (const accountId of companies)
    await take(invoice(`${accountId}-OCT`, '10.00', { accountId, ...old }))
  await tell()
})
beforeEach(() => portal.system.query('delete from mail; delete from mail_address'))

/** Writes the mails ten minutes after the import, and returns the number of companies. */
async function tell() {
  await clock.set('2026-11-25T09:10:00Z')
  const told = await notifyInvoices({ ...portal.deps, log }, portal.system)
  await clock.set('2026-11-25T09:00:00Z')
  return told
}
const mails = () => queuedMails(portal)
const heads = async () =>
  (await mails()).map(({ recipient, subject }) => [recipient, subject]).toSorted()
const mailTo = async (recipient: string) => {
  const found = (await mails()).filter((mail) => mail.recipient === recipient)
  expect(found).toHaveLength(1)
  return found[0]!
}
async function mailed(...records: object[]) {
  await portal.system.query('delete from mail')
  await take(...records)
  await tell()
  return heads()
}

test('users who chose attachments get the PDFs of the invoices in the mail, and others do not', async () => {
  for (const email of ['ana@a.example', 'max@a.example']) {
    const payload = { attachesInvoices: true }
    const who = await portal.signIn(email)
    const chosen = await who.send('PUT', '/api/notifications/attachments', { payload })
    expect(chosen.json()).toMatchObject(payload)
  }
  const [lic, noPdf, data] = [newNumber(), newNumber(), newNumber()]
  await take(
    invoice(lic, '5.00'),
    invoice(noPdf, '6.00', { source: 'Netsuite' }),
    invoice(data, '7.00', { invoiceCategory: 'Market Data' }),
  )
  await tell()
  const sent = (await sentMails(portal)).map(({ recipient, files, text }) => [
    recipient,
    files?.map(({ filename }) => filename),
    /^.* attached as PDF\.$/m.exec(text)?.[0],
  ])
  expect(sent.toSorted()).toEqual([
    ['ana@a.example', [expect.stringContaining(lic)], 'One of the invoices is attached as PDF.'],
    ['bo@a.example', [], undefined],
    ['max@a.example', [expect.stringContaining(data)], 'The invoice is attached as PDF.'],
  ])
})

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
  expect(ana.text).toContain(`Due: $1,730.00 USD

Invoices
${big}: $500.00 USD of $2,000.00, due 12/24/2026
${lic}: $1,230.00 USD, due 12/24/2026

See the invoices:
${portal.origin}/invoices?view=all`)
  const bo = await mailTo('bo@a.example')
  expect(bo.text).toContain('Due: $1,730.00 USD\nDue: €45.50 EUR\n')
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

test('an import that repeats, is rejected or is a dry run sends nothing; a change is mailed once', async () => {
  const number = newNumber()
  const record = invoice(number, '10.00', { invoiceCategory: 'Hosting' })
  await takeBooks(portal.system, [record], { dryRun: true })
  await importRecords(portal.system, [recordSource('b', [record, { ...record, amount: 'x' }])])
  expect([await tell(), await heads()]).toEqual([0, []])
  expect(await mailed(record)).toEqual([['bo@a.example', `New invoice of $10.00, ${number}`]])
  expect(await mailed(record)).toEqual([])
  const to = (subject: string) => [['bo@a.example', `${subject}, ${number}`]]
  const paid = {
    ...record,
    portalPayments: [],
    amount: '11.00',
    balanceDue: '7.00',
    dueDate: '2026-12-27',
  }
  const settledBy = [
    { id: 'CM-1', method: 'credit', amount: '3.00' },
    { id: 'T-1', method: 'transfer', amount: '1.00' },
  ]
  expect(await mailed({ ...paid, settledBy })).toEqual(to('Amount corrected from $10.00 to $11.00'))
  expect((await mailTo('bo@a.example')).text).toContain(
    `Amount corrected from $10.00 to $11.00

Credit of $3.00 applied. Payment of $1.00 booked. Due date moved from 12/24/2026 to 12/27/2026.

Invoice: ${number}
Amount: $11.00 USD
Balance due: $7.00 USD
Due date: 12/27/2026
`,
  )
  expect(await mailed({ ...paid, settledBy })).toEqual([])
  expect(await mailed({ record: 'delete', kind: 'invoice', key: number })).toEqual(
    to('Invoice of $11.00 withdrawn'),
  )
  expect(await mailed(record)).toEqual(to('New invoice of $10.00'))
  // Deleted and sent again before its readers know: nothing changed.
  await take({ record: 'delete', kind: 'invoice', key: number })
  expect(await mailed(record)).toEqual([])
})

test('readers of the new category get a mail about an invoice that moves, and changes of several are one mail', async () => {
  const [lic, data] = [newNumber(), newNumber()]
  const records = [invoice(lic, '5.00'), invoice(data, '6.00', { invoiceCategory: 'Market Data' })]
  await mailed(...records)
  expect(await mailed({ ...records[0], invoiceCategory: 'Market Data' })).toEqual([
    ['bo@a.example', `Moved to the category Market Data, ${lic}`],
    ['max@a.example', `Moved to the category Market Data, ${lic}`],
  ])
  expect(
    await mailed(
      { ...records[0], invoiceCategory: 'Licenses', balanceDue: '0.00' },
      { ...records[1], balanceDue: '4.50' },
    ),
  ).toEqual([
    ['ana@a.example', `Payment of $5.00 booked, ${lic}`],
    ['bo@a.example', `2 invoices changed, ${data} and others`],
    ['max@a.example', `Payment of $1.50 booked, ${data}`],
  ])
  expect((await mailTo('bo@a.example')).text).toContain(`Due: $4.50 USD

Invoices
${data}: $4.50 USD of $6.00, due 12/24/2026
  Payment of $1.50 booked
${lic}: nothing due
  Payment of $5.00 booked
`)
})

test('what a server of the release before has told is not new', async () => {
  const number = newNumber()
  await portal.system.query(sql`
    insert into invoice_notice (account_id, invoice_numbers, last_date, told_at)
    values ('A1', ${[number]}, '2026-11-24', now())`)
  const record = invoice(number, '5.00', { invoiceCategory: 'Hosting' })
  expect(await mailed(record)).toEqual([])
  expect(await mailed({ ...record, amount: '6.00', balanceDue: '6.00' })).toHaveLength(1)
})

test('paid invoices, credits, and companies without readers get no mail about new invoices', async () => {
  const hosting = (rest: object) =>
    invoice(newNumber(), '10.00', { invoiceCategory: 'Hosting', ...rest })
  expect(await mailed(hosting({ balanceDue: '0.00' }))).toEqual([])
  expect(await mailed(hosting({ hasBeenCharged: true }))).toEqual([])
  expect(await mailed(hosting({ amount: '-10.00', balanceDue: '-10.00' }))).toEqual([])
  expect(await mailed(hosting({ accountId: 'C1' }))).toEqual([])
})

test('while the past of a company is open, only invoices of the last three days are told; later all', async () => {
  const { given } = portal
  await given.company('D1')
  await given.user('d1@d.example', 'D1', ['AccessInvoices'], ['Licenses'])
  const of = (date: string) => invoice(newNumber(), '5.00', { accountId: 'D1', date })
  const newest = of('2026-11-22')
  const to = [['d1@d.example', `New invoice of $5.00, ${newest.invoiceNumber}`]]
  expect(await mailed(newest, of('2026-11-21'), of('2026-10-25'))).toEqual(to)
  await portal.owner.query(`update portal_instance set closed_through = '2026-11-25'`)
  expect(await mailed(of('2026-10-25'))).toHaveLength(1)
  await portal.owner.query(`update portal_instance set closed_through = '-infinity'`)
})

test('a user who turned these mails off, on the page or by one click, gets none', async () => {
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

test('a super admin who may see the invoices of the own company gets all of them, and none of other companies', async () => {
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
  // No mail reported this invoice, so it is new when it is sent again.
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
  expect(text).toContain('Due: $100.00 USD')
  expect(text.match(/^N-\d+: /gm)).toHaveLength(20)
  expect(text).toContain('Further: … and 5 more, which the portal lists.')
  expect(html.length).toBeLessThan(60_000)
})

test('a worker that is killed while it writes mails loses none and sends none twice; other workers continue', async () => {
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
  log.warn.mockClear()
  // A number that the comparison cannot read.
  await portal.system.query(
    `update invoice_line set quantity = 'NaN' where account_id = 'A1' and invoice_id = $1`,
    [rows[0]!.id],
  )
  expect(await tell()).toBe(2)
  expect(await heads()).toHaveLength(3)
  expect(log.warn).toHaveBeenCalledTimes(2)
})
