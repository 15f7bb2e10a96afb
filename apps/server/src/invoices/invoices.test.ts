import type { FastifyInstance } from 'fastify'
import { brotliDecompressSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Invoice, InvoiceDetail } from '@portal/domain/invoices/invoices.schema'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import type { Deps } from '../deps.ts'
import { closeDeps, openDeps } from '../open-deps.ts'
import type { Browser } from '../../test/portal/portal.ts'
import { testPortal } from '../../test/portal/test-portal.ts'

const portal = testPortal()
let ana: Browser
let maya: Browser

beforeAll(async () => {
  const { given } = portal
  await given.company('A1', 'Aldgate')
  await given.company('B1', 'Brightwater')
  await given.company('P1', 'Provider')
  const first = await given.invoice('A1', 'INV-1', { date: '2026-10-01', balance: 13_912 })
  await given.line('A1', first, 0, 'Desk license')
  await given.invoice('A1', 'INV-2', { date: '2026-11-02', balance: -500, amount: -500 })
  await given.invoice('A1', 'INV-3', { date: '2026-11-01', category: 'Hosting' })
  await given.invoice('B1', 'INV-9')
  ana = await portal.person('ana@a.example', 'A1', ['AccessInvoices'], ['Licenses'])
  maya = await portal.person('maya@p.example', 'P1', [], [], 'SuperAdmin')
})

const numbers = (answer: { json(): Invoice[] }) => answer.json().map((i) => i.invoiceNumber)

describe('the list', () => {
  test('shows the own company, held categories only, newest first, with its total', async () => {
    const answer = await ana.get('/api/invoice')
    expect(numbers(answer)).toEqual(['INV-2', 'INV-1'])
    expect(answer.headers['x-count']).toBe('2')
    expect(answer.json()[1]).toMatchObject({ invoiceNumber: 'INV-1', balanceDue: 139.12 })
  })

  test('a page has its rows, and the total of the whole list', async () => {
    const answer = await ana.get('/api/invoice?page=2&perPage=1')
    expect(numbers(answer)).toEqual(['INV-1'])
    expect(answer.headers['x-count']).toBe('2')
    expect((await ana.get('/api/invoice?perPage=3001')).statusCode).toBe(400)
  })

  test('a super admin sees every category of the company acted for', async () => {
    expect(numbers(await maya.get('/api/invoice?companyFilter=A1'))).toEqual([
      'INV-2',
      'INV-3',
      'INV-1',
    ])
    expect((await maya.get('/api/invoice?companyFilter=Z9')).statusCode).toBe(404)
  })

  test('has texts for searches: category, products and purchase orders of what the reader sees', async () => {
    await portal.system.query(
      `update invoice_line set po_number = 'PO 4500' where account_id = 'A1'`,
    )
    const texts = (await ana.get('/api/invoice/texts')).json()
    expect(texts.map(({ text }: { text: string }) => text)).toEqual([
      'Licenses',
      'Licenses Pro PO 4500',
    ])
    const answer = await ana.get('/api/invoice/texts?page=2&perPage=1')
    expect([answer.json(), answer.headers['x-count']]).toEqual([[texts[1]], '2'])
  })

  test('is compressed for clients that accept it, with the same content', async () => {
    const packed = await ana.get('/api/invoice', { headers: { 'accept-encoding': 'gzip, br' } })
    expect(packed.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(
      (await ana.get('/api/invoice')).body,
    )
  })
})

describe('a list stored by a browser', () => {
  const ask = async (who: Browser, etag: string, filter = '') =>
    (await who.get(`/api/invoice${filter}`, { headers: { 'if-none-match': etag } })).statusCode
  const tagOf = async (who: Browser, filter = '') =>
    String((await who.get(`/api/invoice${filter}`)).headers.etag)

  test('is valid until something of the company changes', async () => {
    const etag = await tagOf(ana)
    expect(await ask(ana, etag)).toBe(304)
    await portal.given.invoice('B1', 'INV-10')
    expect(await ask(ana, etag)).toBe(304)
    await portal.system.query(`update invoice set name = 'Renamed' where invoice_number = 'INV-1'`)
    expect(await ask(ana, etag)).toBe(200)
    const renamed = await tagOf(ana)
    await portal.given.invoice('A1', 'INV-4')
    expect(await ask(ana, renamed)).toBe(200)
    await portal.system.query(`delete from invoice where invoice_number = 'INV-4'`)
    expect(numbers(await ana.get('/api/invoice'))).toEqual(['INV-2', 'INV-1'])
  })

  test('is never valid for a person with other categories, or for another company', async () => {
    const bo = await portal.person('bo@a.example', 'A1', ['AccessInvoices'], ['Hosting'])
    expect(await ask(bo, await tagOf(ana))).toBe(200)
    expect(numbers(await bo.get('/api/invoice'))).toEqual(['INV-3'])
    expect(await ask(maya, await tagOf(maya, '?companyFilter=A1'), '?companyFilter=B1')).toBe(200)
  })

  test('an added or removed category takes effect in the next response', async () => {
    const etag = await tagOf(ana)
    const hosting = await portal.given.category('Hosting')
    await portal.system.query(
      `insert into user_category select account_id, id, ${hosting} from portal_user where email = 'ana@a.example'`,
    )
    expect(await ask(ana, etag)).toBe(200)
    expect(numbers(await ana.get('/api/invoice'))).toContain('INV-3')
    await portal.system.query(`delete from user_category where invoice_category_id = ${hosting} and
      user_id = (select id from portal_user where email = 'ana@a.example')`)
    expect(numbers(await ana.get('/api/invoice'))).not.toContain('INV-3')
  })
})

describe('the detail', () => {
  test('an unknown invoice, one of another company and one of a hidden category get the same response', async () => {
    const answers = await Promise.all(
      ['NOPE', 'INV-9', 'INV-3'].map((number) => ana.get(`/api/invoice/details/${number}`)),
    )
    expect(answers.map((answer) => answer.statusCode)).toEqual([404, 404, 404])
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
  })

  test('carries the line items', async () => {
    const invoice = (await ana.get('/api/invoice/details/INV-1')).json<InvoiceDetail>()
    expect(invoice.lineItems).toMatchObject([{ description: 'Desk license', total: 100 }])
  })
})

describe('two replicas', () => {
  test('a change made through one is in the next response of the other', async () => {
    let deps!: Deps
    const other = await buildApp((log) => (deps = openDeps(readConfig(portal.env), log, 'other')), {
      logger: false,
      trustProxy: [],
    })
    const ask = (app: FastifyInstance, etag = '') =>
      app.inject({ url: '/api/invoice', headers: { ...ana.headers, 'if-none-match': etag } })
    const [first, second] = [await ask(portal.app), await ask(other)]
    expect(second.headers.etag).toBe(first.headers.etag)
    const tag = String(first.headers.etag)
    expect((await ask(other, tag)).statusCode).toBe(304)
    await portal.system.query(
      `update invoice set charged_in_books = true where invoice_number = 'INV-1'`,
    )
    for (const app of [other, portal.app]) {
      const answer = await ask(app, tag)
      expect(answer.statusCode).toBe(200)
      expect(answer.json<Invoice[]>().find((one) => one.invoiceNumber === 'INV-1')).toMatchObject({
        hasBeenCharged: true,
      })
    }
    await other.close()
    await closeDeps(deps)
  })
})
