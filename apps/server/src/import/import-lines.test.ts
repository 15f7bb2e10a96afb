import sql, { type Sql } from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aldgate, fairhaven, importDatabase, invoiceRecord } from './import-fixture.ts'

const refused = 'a line of no invoice of its company'

test('no line is written without an invoice of its own company, whatever else is written with it', async () => {
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

  // Of no invoice.
  await expect(write(line(aldgate, 4711))).rejects.toThrow(refused)
  // Of another company's, alone and beside lines that are right, from either end of the alphabet.
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
