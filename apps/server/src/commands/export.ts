import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import sql from 'sql-template-tag'
import { summaryRefusal, type Downloadable } from '@portal/domain/invoices/downloads'
import { plural } from '@portal/domain/kernel/plural'
import { zipFiles, type ZippedFile } from '../documents/documents.ts'
import { invoiceFiles } from '../invoices/send-invoices.ts'
import { receiptFiles } from '../payments/receipts/receipt-file.ts'
import { currentAccount } from '../session/current-account.ts'
import { readSnapshot, withAccount, type Database, type Tx } from '../platform/database/database.ts'
import { recordHistory } from '../platform/history/history.ts'
import { commandAuthor } from './command-author.ts'
import { commandConfig } from './command-settings.ts'
import { readArgs, UsageProblem, type Command } from './command.ts'
import { tablesOfCompany, tablesOfPerson, type ExportedTable } from './export.queries.ts'
import { findPerson } from './person.queries.ts'
import { grouped, printable } from './printing.ts'
import { withDatabase } from './with-database.ts'

export const exportCommand: Command = {
  usage: 'export --company ACCOUNT | --person ADDRESS FILE.zip',
  summary: 'write everything that the portal stores about a company or a person into a ZIP',
  async run(args) {
    const { values, positionals } = readArgs(args, {
      company: { type: 'string' },
      person: { type: 'string' },
    })
    const [file, ...more] = positionals
    if (!file?.endsWith('.zip') || more.length > 0)
      throw new UsageProblem('Name a file.zip to write.')
    const { company, person } = values
    if ((company === undefined) === (person === undefined))
      throw new UsageProblem('Name --company ACCOUNT or --person ADDRESS.')
    const told = await withDatabase(
      'export',
      (db) =>
        company === undefined ? exportPerson(db, person!, file) : exportCompany(db, company, file),
      { size: 2 },
    )
    console.log(told)
    return 0
  },
}

async function exportCompany(db: Database, named: string, file: string): Promise<string> {
  const accountId = await currentAccount(db, named)
  const told = await readSnapshot(db, accountId, async (tx) => {
    const company = await tx.one(sql`select from company where account_id = ${accountId}`)
    if (!company) throw new Error(`There is no company ${printable(named)}.`)
    const documents = await documentsOf(tx, db, accountId)
    const tables = await tablesOfCompany(tx, accountId)
    return write(tx, file, `company ${accountId}`, tables, documents)
  })
  await note(db, accountId, 'the company')
  return accountId === named ? told : `${named} is merged into ${accountId}. ${told}`
}

async function exportPerson(db: Database, email: string, file: string): Promise<string> {
  const { person, told } = await readSnapshot(db, '-', async (tx) => {
    const person = await findPerson(tx, email)
    if (!person) throw new Error(`No person has the address ${printable(email)}.`)
    const tables = await tablesOfPerson(tx, person)
    return { person, told: await write(tx, file, person.email, tables, []) }
  })
  if (person.accountId) await note(db, person.accountId, person.email)
  return told
}

const note = (db: Database, accountId: string, whom: string) =>
  withAccount(db, accountId, (tx) =>
    recordHistory(tx, commandAuthor(accountId), {
      category: 'Account',
      entryType: 'Data Exported',
      description: `Exported everything that the portal stores about ${whom}`,
    }),
  )

/** Returns the summaries of invoices and the receipts of payments. Each is printed when the archive reaches it. */
async function documentsOf(tx: Tx, db: Database, accountId: string): Promise<ZippedFile[]> {
  // An archive does not depend on the plan of a day.
  const deps = { db, config: commandConfig(), autoPayWords: async () => new Map() }
  const [printInvoice, printReceipt] = [invoiceFiles(deps), receiptFiles(deps)]
  const invoices = await tx.query<Downloadable & { invoiceNumber: string }>(sql`
    select invoice_number as "invoiceNumber", source, is_late_fee as "isLateFee", has_pdf as "hasPdf", has_xls as "hasXls"
      from invoice where account_id = ${accountId} order by invoice_date, id`)
  const payments = await tx.query<{ id: string }>(sql`
    select id from payment_attempt
     where account_id = ${accountId} and state = 'succeeded' and invoice_id is not null and card_id is not null
     order by created_at, id`)
  return [
    ...invoices
      .filter((invoice) => !summaryRefusal(invoice))
      .map(({ invoiceNumber }) => ({
        path: `documents/invoices/${encodeURIComponent(invoiceNumber)}.pdf`,
        open: async () => contentOf(await printInvoice(accountId, invoiceNumber)),
      })),
    ...payments.map(({ id }) => ({
      path: `documents/receipts/${id}.pdf`,
      open: async () => contentOf(await printReceipt(accountId, id)),
    })),
  ]
}

function contentOf(file: { content: Buffer } | undefined): Readable {
  if (!file) throw new Error('A document changed during the export. Please start it again.')
  return Readable.from([file.content])
}

/** Writes a new file that only its owner may read, and removes the file if the write fails. */
async function write(
  tx: Tx,
  file: string,
  about: string,
  tables: readonly ExportedTable[],
  documents: readonly ZippedFile[],
): Promise<string> {
  const now = new Date()
  const counts = new Map<string, number>()
  const index = () =>
    [
      `Everything that the portal stores about ${about}, on ${now.toISOString()}.`,
      '',
      'data/*.ndjson has one JSON object for each row of a table, documents/ what was printed for the company.',
      'Amounts that end in _cents are in minor units of their currency; times are UTC.',
      'Secrets, keys of calls and digests are left out.',
      '',
      ...tables
        .filter(({ name }) => counts.get(name))
        .map(
          ({ name, comment }) =>
            `data/${name}.ndjson: ${plural(counts.get(name)!, 'row')}. ${comment}`,
        ),
      '',
    ].join('\n')
  const files: ZippedFile[] = [
    ...tables.map((table) => ({
      path: `data/${table.name}.ndjson`,
      open: async () => Readable.from(linesOf(tx, table, counts)),
    })),
    ...documents,
    { path: 'README.txt', open: async () => Readable.from([index()]) },
  ]
  const to = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  await new Promise((resolve, reject) => to.once('open', resolve).once('error', reject))
  try {
    await pipeline(zipFiles(files, now), to)
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
  const rows = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return `${grouped(rows)} rows and ${plural(documents.length, 'document')} are in ${file}.`
}

async function* linesOf(
  tx: Tx,
  { name, rows }: ExportedTable,
  counts: Map<string, number>,
): AsyncGenerator<string> {
  await tx.run(sql`declare exported no scroll cursor for ${rows}`)
  for (;;) {
    const part = await tx.query<{ row: string }>(sql`fetch 1000 from exported`)
    counts.set(name, (counts.get(name) ?? 0) + part.length)
    if (part.length === 0) break
    yield part.map(({ row }) => `${row}\n`).join('')
  }
  await tx.run(sql`close exported`)
}
