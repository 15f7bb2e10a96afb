import pg from 'pg'
import { onTestFinished } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { openDatabase } from '../platform/database.ts'
import { importRecords, type ImportOptions } from './import-records.ts'
import type { Reject } from './rejects.ts'
import { recordSource } from './sources.ts'

export type TestRecord = Record<string, unknown>

/** An empty database to import into, and to look into as the owner of everything; gone with the test. */
export async function importDatabase() {
  const urls = await createTestDatabase()
  const db = openDatabase({ connectionString: urls.systemUrl, name: 'import test', size: 3 })
  const owner = new pg.Client({ connectionString: urls.ownerUrl })
  await owner.connect()
  onTestFinished(async () => {
    await owner.end()
    await db.end()
    await urls.drop()
  })
  const rejects: Reject[] = []

  return {
    db,
    owner,
    urls,
    /** Of the last import, all of them. */
    rejects,
    /** Imports the records as a file of their own. */
    take: (records: TestRecord[], options: ImportOptions = {}) => {
      rejects.length = 0
      const onReject = (reject: Reject) => rejects.push(reject)
      return importRecords(db, [recordSource('test.ndjson', records)], { onReject, ...options })
    },
    /** The values of a query's single column. */
    column: async (query: string) =>
      (await owner.query<unknown[]>({ text: query, rowMode: 'array' })).rows.map((row) => row[0]),
    rows: async (query: string) => (await owner.query<TestRecord>(query)).rows,
  }
}

export const aldgate = { record: 'company', accountId: '10412', name: 'Aldgate Capital LLP' }
export const fairhaven = { record: 'company', accountId: '10458', name: 'Fairhaven Markets' }

/** A whole invoice of Aldgate; the test says what is special about it. */
export function invoiceRecord(fields: TestRecord = {}): TestRecord {
  return {
    record: 'invoice',
    invoiceNumber: 'INV-1',
    accountId: '10412',
    date: '2026-10-01',
    dueDate: '2026-10-31',
    amount: '100.00',
    balanceDue: '100.00',
    currencyIsoCode: 'USD',
    invoiceType: 'License',
    lineItems: [{ productName: 'TT Pro', quantity: 2, salesPrice: '50', total: '100.00' }],
    ...fields,
  }
}
