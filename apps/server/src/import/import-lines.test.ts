import sql, { type Sql } from 'sql-template-tag'
import { expect, test } from 'vitest'
import {
  aldgate,
  fairhaven,
  importDatabase,
  invoiceRecord,
} from '../../test/import/import-fixture.ts'

const refused = 'a line of no invoice of its company'

test('a line needs an invoice of its own company, even if written together with valid lines', async () => {
  const { db, take, column } = await importDatabase()
  const other = { invoiceNumber: 'INV-2', accountId: fairhaven.accountId }
  await take([aldgate, fairhaven, invoiceRecord(), invoiceRecord(other)])
  const [mine, others] = await column('select id from invoice order by invoice_number')
  const write = (...lines: Sql[]) =>
    db.query(sql`
      insert into invoice_line (account_id, invoice_id, line_no, total_cents)
      select account_id, id::bigint, line_no, 0
        from (${lines.reduce((all, line) => sql`${all} union all ${line}`)}) l (account_id, id, line_no)`)
  const line = (company: { accountId: string }, id: unknown, lineNo = 9) =>
    sql`select ${company.accountId}, ${String(id)}, ${lineNo}::int`

  // A line without an invoice.
  await expect(write(line(aldgate, 4711))).rejects.toThrow(refused)
  // A line of another company's invoice, alone and together with valid lines, in either order.
  await expect(write(line(fairhaven, mine))).rejects.toThrow(refused)
  await expect(write(line(aldgate, others))).rejects.toThrow(refused)
  await expect(write(line(aldgate, mine), line(fairhaven, mine))).rejects.toThrow(refused)
  await expect(write(line(fairhaven, others), line(aldgate, others))).rejects.toThrow(refused)
  const moved = db.query(sql`update invoice_line set account_id = ${fairhaven.accountId}
                              where invoice_id = ${mine}`)
  await expect(moved).rejects.toThrow(refused)
  expect(await column('select count(*) from invoice_line')).toEqual([2])

  await write(line(aldgate, mine), line(fairhaven, others), line(fairhaven, others, 10))
  expect(await column('select count(*) from invoice_line')).toEqual([5])
})

test('an invoice needs its company, and cannot be moved or orphaned', async () => {
  const { db, owner, take, column } = await importDatabase()
  await take([aldgate, fairhaven, invoiceRecord()])
  const copied = (accountId: string, invoiceNumber: string) => sql`
    select ${accountId}, ${invoiceNumber}, invoice_category_id, invoice_date, currency, 0::bigint, 0::bigint from invoice`
  const write = (rows: Sql) =>
    db.query(sql`
      insert into invoice (account_id, invoice_number, invoice_category_id, invoice_date, currency, amount_cents,
                           books_balance_cents) ${rows}`)
  const refused = { code: '23503', constraint: 'invoice_account_id_fkey' }
  await expect(write(copied('4711', 'INV-8'))).rejects.toMatchObject(refused)
  const both = sql`${copied(fairhaven.accountId, 'INV-8')} union all ${copied('4711', 'INV-9')}`
  await expect(write(both)).rejects.toMatchObject(refused)
  const moved = owner.query('update invoice set account_id = $1', [fairhaven.accountId])
  await expect(moved).rejects.toThrow('an invoice stays with its company')
  expect(await column('select account_id from invoice')).toEqual([aldgate.accountId])

  // A company without history entries, which would also prevent the deletion.
  await owner.query(`insert into company (account_id, name) values ('4711', 'Harbour')`)
  await write(copied('4711', 'INV-8'))
  const deleted = () => owner.query(`delete from company where account_id = '4711'`)
  await expect(deleted()).rejects.toMatchObject(refused)
  await owner.query(`delete from invoice where account_id = '4711'`)
  await deleted()
  expect(await column('select account_id from company')).not.toContain('4711')
})

test('an invoice needs its category, and cannot lose it', async () => {
  const { db, owner, take, column } = await importDatabase()
  await take([aldgate, invoiceRecord()])
  const write = (category: string) =>
    db.query(sql`
      insert into invoice (account_id, invoice_number, invoice_category_id, invoice_date, currency, amount_cents,
                           books_balance_cents)
      select account_id, 'INV-8', ${category}, invoice_date, currency, 0, 0 from invoice`)
  const refused = { code: '23503', constraint: 'invoice_invoice_category_id_fkey' }
  await expect(write('4711')).rejects.toMatchObject(refused)
  await expect(db.query('update invoice set invoice_category_id = 4711')).rejects.toMatchObject(
    refused,
  )
  const deleted = () => owner.query('delete from invoice_category')
  await expect(deleted()).rejects.toMatchObject(refused)

  await db.query('update invoice_category set invoice_category_id = 4711')
  expect(await column('select invoice_category_id from invoice')).toEqual([4711])
  await write('4711')
  await owner.query('delete from invoice')
  await owner.query('delete from user_category')
  await deleted()
})
