import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { printersOf, sentMails } from '../../test/mails.ts'
import { invoice, newNumber, startNewInvoices } from '../../test/new-invoices.ts'
import type { TestPortal } from '../../test/portal.ts'

let news: Awaited<ReturnType<typeof startNewInvoices>>
let portal: TestPortal

beforeAll(async () => {
  news = await startNewInvoices()
  portal = news.portal
})
afterAll(() => news.close())
beforeEach(() => portal.system.query('delete from mail; delete from mail_address'))

const take = (...records: object[]) => news.take(...records)
const tell = () => news.tell()

async function attachFor(email: string) {
  const payload = { attachesInvoices: true }
  const who = await portal.signIn(email)
  const chosen = await who.send('PUT', '/api/notifications/attachments', { payload })
  expect(chosen.json()).toMatchObject(payload)
}

/** The notes of the sent mails about their attachments, by recipient, with the number of files. */
const attachedTo = async (printers?: Parameters<typeof sentMails>[1]) =>
  (await sentMails(portal, printers)).map(({ recipient, files, text }) => [
    recipient,
    files?.length,
    ...(text.match(/Not attached.*\.$/gm) ?? []),
  ])

test('users who have them attached get the PDFs of the invoices in the mail, and others do not', async () => {
  for (const email of ['ana@a.example', 'max@a.example']) await attachFor(email)
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

test('what a user may no longer see when the mail is sent is not attached', async () => {
  const { given, system } = portal
  const both = ['Licenses', 'Hosting']
  for (const name of ['less', 'none', 'left', 'same']) {
    await given.user(`${name}@w.example`, 'A1', ['AccessInvoices'], both)
    await attachFor(`${name}@w.example`)
  }
  const [lic, hosting] = [newNumber(), newNumber()]
  await take(invoice(lic, '5.00'), invoice(hosting, '6.00', { invoiceCategory: 'Hosting' }))
  await tell()
  await system.query(`
    delete from user_category c using portal_user u, invoice_category i
     where u.email = 'less@w.example' and c.user_id = u.id and i.name = 'Hosting'
       and c.invoice_category_id = i.invoice_category_id`)
  await system.query(`update portal_user set permissions = '{}' where email = 'none@w.example'`)
  await system.query(`update portal_user set deactivated_at = now() where email = 'left@w.example'`)
  const all = `Not attached, because you may no longer see it: ${lic}, ${hosting}.`
  expect((await attachedTo()).filter(([email]) => /@w/.test(String(email))).toSorted()).toEqual([
    ['left@w.example', 0, all],
    ['less@w.example', 1, `Not attached, because you may no longer see it: ${hosting}.`],
    ['none@w.example', 0, all],
    ['same@w.example', 2],
  ])
  await system.query(`update portal_user set deactivated_at = now() where email ~ '@w.example'`)
})

test('PDFs that are larger than 10 MB together are not attached, and the mail names them', async () => {
  await attachFor('ana@a.example')
  const numbers = [newNumber(), newNumber(), newNumber()]
  await take(...numbers.map((number) => invoice(number, '5.00')))
  await tell()
  const print = printersOf(portal).invoice
  const large: typeof print = async (...which) => {
    const file = (await print(...which))!
    return { ...file, content: Buffer.concat([file.content, Buffer.alloc(4_000_000)]) }
  }
  const [last] = numbers.toSorted()
  expect(await attachedTo({ invoice: large })).toContainEqual([
    'ana@a.example',
    2,
    `Not attached, because the email would be larger than 10 MB: ${last}.`,
  ])
})

test('a PDF that cannot be printed delays the mail by two tries, and is named in it', async () => {
  await attachFor('ana@a.example')
  const [broken, whole] = [newNumber(), newNumber()]
  await take(invoice(broken, '5.00'), invoice(whole, '5.00'))
  await tell()
  const print = printersOf(portal).invoice
  const failing: typeof print = (accountId, number) =>
    number === broken ? Promise.reject(new Error('no glyph')) : print(accountId, number)
  const to = async () =>
    (await attachedTo({ invoice: failing })).filter(([email]) => email === 'ana@a.example')
  const again = () =>
    portal.system.query('update mail set next_try_at = now() where sent_at is null')
  for (let tries = 1; tries < 3; tries += 1) {
    expect(await to()).toEqual([])
    await again()
  }
  const note = `Not attached, because it could not be created: ${broken}.`
  expect(await to()).toEqual([['ana@a.example', 1, note]])
  await again()
  expect(await to()).toEqual([])
})
