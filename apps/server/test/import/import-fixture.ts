import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { createTestDatabase } from '../database/database.ts'
import { openDatabase, type Database } from '../../src/platform/database/database.ts'
import { importRecords, type ImportOptions } from '../../src/import/import-records.ts'
import type { Reject } from '../../src/import/rejects.ts'
import { recordSource } from '../../src/import/sources.ts'

export type TestRecord = Record<string, unknown>

/** A database for imports with these records only, with access as its owner; dropped after the test. */
export async function importDatabase(...first: TestRecord[]) {
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
  const take = (records: TestRecord[], options: ImportOptions = {}) => {
    rejects.length = 0
    const onReject = (reject: Reject) => rejects.push(reject)
    return importRecords(db, [recordSource('test.ndjson', records)], { onReject, ...options })
  }
  if (first.length) await take(first)
  const faults = () => rejects.map(({ line, field, reason }) => `${line} ${field} ${reason}`)

  return {
    db,
    owner,
    urls,
    rejects,
    /** All rejects as lines of text. */
    faults,
    /** Imports the records as one file. */
    take,
    /** Imports the records and returns the faults that were found in them. */
    faultsOf: async (...records: TestRecord[]) => {
      await take(records)
      return faults()
    },
    /** Imports the records and returns the verdicts on those of a kind, such as `updated`. */
    verdict: async (kind: string, ...records: TestRecord[]) => {
      const counts = (await take(records)).kinds.get(kind) ?? {}
      return Object.entries(counts).flatMap(([verdict, count]) => (count ? verdict : []))
    },
    /** Returns the values of a query's single column. */
    column: async (query: string) =>
      (await owner.query<unknown[]>({ text: query, rowMode: 'array' })).rows.map((row) => row[0]),
    rows: async (query: string) => (await owner.query<TestRecord>(query)).rows,
  }
}

/** Imports records of a company, none of which may be rejected. */
export async function takeRecords(db: Database, accountId: string, records: readonly object[]) {
  const all = records.map((one) => ({ accountId, ...one }))
  await takeBooks(db, all)
}

/** Imports records of any companies, none of which may be rejected. */
export async function takeBooks(
  db: Database,
  records: readonly object[],
  options: ImportOptions = {},
) {
  const report = await importRecords(db, [recordSource('books', records)], options)
  expect(report.firstRejects).toEqual([])
}

export const aldgate = { record: 'company', accountId: '10412', name: 'Aldgate Capital LLP' }
export const fairhaven = { record: 'company', accountId: '10458', name: 'Fairhaven Markets' }

/** A complete invoice of Aldgate; a test overrides single fields. */
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

/** A license of Aldgate. */
export const licenseRecord = (fields: TestRecord = {}): TestRecord => ({
  record: 'license',
  licenseId: 'L-1',
  productId: 'P',
  accountId: aldgate.accountId,
  ...fields,
})

/** An order of Aldgate for one license. */
export const orderRecord = (fields: TestRecord = {}): TestRecord => ({
  record: 'licenseOrder',
  id: 'LO-1',
  status: 'Submitted',
  createdDate: '2026-09-01',
  lineItems: [{ customerOrderRequestTypeId: 1, productSku: 'P', userName: 'ann' }],
  accountId: aldgate.accountId,
  ...fields,
})
