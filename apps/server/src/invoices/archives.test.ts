import { beforeEach, describe, expect, test } from 'vitest'
import { mostArchived } from '@portal/domain/invoices/downloads'
import type { InvoiceArchive } from '@portal/domain/invoices/invoices.schema'
import { unzip } from '../../test/documents/unzip.ts'
import { outcomeOf } from '../../test/payments/payer.ts'
import type { Browser } from '../../test/portal/portal.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { sweep } from '../platform/database/sweep.ts'
import { makeArchives } from './make-archives.ts'

const portal = testPortal()
const path = '/api/invoice/selected-invoices/archive'
let ana: Browser
let ids: string[]
let company = 0
let accountId: string

beforeEach(async () => {
  const { given } = portal
  accountId = `A${(company += 1)}`
  await given.company(accountId)
  for (const name of ['ana', 'ben'])
    await given.user(
      `${name}@${accountId}.example`,
      accountId,
      ['AccessInvoices'],
      ['Licenses', 'Fees'],
    )
  ids = []
  for (const [number, is] of Object.entries({
    'INV-1': {},
    'SF-1': { source: 'Salesforce' },
    'NS-1': { source: 'Netsuite' },
    'FEE-1': { category: 'Fees' },
  })) {
    const id = await given.invoice(accountId, number, is)
    await given.line(accountId, id, 0, 'License')
    ids.push(id)
  }
  ana = await portal.signIn(`ana@${accountId}.example`)
})

const start = (invoiceIds = ids, who = ana) => who.post(path, { payload: { invoiceIds } })
const state = async (who = ana) =>
  (await who.get(path)).json<{ archive: InvoiceArchive | null }>().archive
const make = async () => {
  while ((await makeArchives(portal.deps, portal.system)) > 0);
}
const names = async () => {
  const { rawPayload } = await ana.get(`${path}/file`)
  return [...unzip(rawPayload).keys()].map((name) => name.replace(/^.*\//, '')).toSorted()
}
const mails = async () => {
  const { rows } = await portal.system.query<{ recipient: string; subject: string }>(
    `select recipient, subject from mail where kind = 'files' and account_id = $1`,
    [accountId],
  )
  return rows.map(({ recipient, subject }) => `${recipient}: ${subject}`)
}

test('a worker makes the files, a mail says when, and only the user who asked gets them', async () => {
  const ben = await portal.signIn(`ben@${accountId}.example`)
  expect(await state()).toBeNull()
  expect((await start()).json()).toEqual({ archive: { invoices: 4, done: 0, keptUntil: null } })
  expect((await ana.get(`${path}/file`)).statusCode).toBe(404)
  await make()
  const ready = await state()
  expect(ready).toMatchObject({ invoices: 4, done: 4 })
  const { rows } = await portal.system.query<{ readyAt: Date }>(
    'select ready_at as "readyAt" from invoice_archive where account_id = $1',
    [accountId],
  )
  expect(Date.parse(ready!.keptUntil!) - rows[0]!.readyAt.getTime()).toBe(24 * 3_600_000)
  const all = ['FEE-1.pdf', 'FEE-1.xlsx', 'INV-1.pdf', 'INV-1.xlsx', 'SF-1.csv', 'SF-1.pdf']
  expect(await names()).toEqual(all)
  expect(await mails()).toEqual([
    `ana@${accountId.toLowerCase()}.example: The files of 4 invoices are ready`,
  ])
  expect(await state(ben)).toBeNull()
  expect((await ben.get(`${path}/file`)).statusCode).toBe(404)
})

test('a second request waits for the first, and replaces files that are ready', async () => {
  const [one, other] = await Promise.all([start(), start()])
  expect([one.statusCode, other.statusCode].filter((status) => status === 200)).not.toEqual([])
  expect(await outcomeOf(start(ids.slice(0, 1)))).toBe(
    '409 Other files are being prepared for you. Wait for them, or stop them.',
  )
  await make()
  await start(ids.slice(0, 1))
  expect(await state()).toMatchObject({ invoices: 1, done: 0 })
  await ana.send('DELETE', path)
  await make()
  expect(await state()).toBeNull()
  expect(await mails()).toHaveLength(1)
})

test('files that a crash of the database lost are made again, without a second mail', async () => {
  await start()
  await make()
  await portal.owner.query('truncate invoice_archive_part')
  expect(await state()).toEqual({ invoices: 4, done: 0, keptUntil: null })
  await make()
  expect(await names()).toHaveLength(6)
  expect(await mails()).toHaveLength(1)
})

describe('an invoice that the user may not see any more', () => {
  const hide = () =>
    portal.owner.query(
      `delete from user_category where account_id = $1
          and invoice_category_id = (select invoice_category_id from invoice where id = $2)`,
      [accountId, ids[3]],
    )
  const seen = ['INV-1.pdf', 'INV-1.xlsx', 'SF-1.csv', 'SF-1.pdf']

  test('is left out while the files are made', async () => {
    await start()
    await hide()
    await make()
    expect(await names()).toEqual(seen)
  })

  test('is left out of files that are ready', async () => {
    await start()
    await make()
    await hide()
    expect(await names()).toEqual(seen)
    expect((await start()).statusCode).toBe(404)
  })
})

test('an invoice of another company, too many, and none with a file are refused', async () => {
  const { given } = portal
  await given.company('OTHER')
  const other = await given.invoice('OTHER', `OTHER-${accountId}`)
  expect((await start([ids[0]!, other])).statusCode).toBe(404)
  expect(await outcomeOf(start([ids[2]!]))).toBe('409 Not Available')
  const many = Array.from({ length: mostArchived + 1 }, (_, at) => String(at + 1))
  expect((await start(many)).statusCode).toBe(400)
  expect(await state()).toBeNull()
})

test('files go a day after they are ready', async () => {
  await start()
  await make()
  await sweep(portal.system, portal.deps.config)
  expect(await state()).not.toBeNull()
  await portal.system.query(
    `update invoice_archive set ready_at = ready_at - interval '25 hours' where account_id = $1`,
    [accountId],
  )
  await sweep(portal.system, portal.deps.config)
  expect(await state()).toBeNull()
  const { rows } = await portal.system.query(
    'select from invoice_archive_part where account_id = $1',
    [accountId],
  )
  expect(rows).toEqual([])
})
