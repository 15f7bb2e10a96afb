import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

/** The tables and columns of the real set, without generated columns, which cannot be copied. */
const tables = {
  company: 'account_id, name, created_at',
  invoice: `account_id, id, invoice_number, name, customer_number, invoice_type, invoice_category_id, source,
    subsidiary, invoice_date, due_date, service_month, service_period, is_late_fee, charged_in_books, has_pdf,
    has_xls, currency, amount_cents, books_balance_cents, record_digest`,
  invoice_line: `account_id, invoice_id, line_no, product_name, description, more_info, quantity, sales_price,
    total_cents, city, state`,
}

/** Copies rows of the portal's tables from files into tables without indexes, constraints or triggers. */
export class BareCopy {
  constructor(
    private readonly adminUrl: string,
    private readonly folder: string,
  ) {}

  /** Writes the rows to files and creates the bare tables. */
  async prepare(): Promise<void> {
    await this.#connected(async (db) => {
      for (const [table, columns] of Object.entries(tables)) {
        const rows = db.query(copyTo(`copy ${table} (${columns}) to stdout`))
        await pipeline(rows, createWriteStream(this.#file(table)))
        await db.query(`create table bare_${table} as select ${columns} from ${table} with no data`)
      }
    })
  }

  /** Copies everything in one transaction, as an import does. */
  async run(): Promise<void> {
    await this.#connected(async (db) => {
      await db.query('begin')
      for (const [table, columns] of Object.entries(tables)) {
        const rows = createReadStream(this.#file(table), { highWaterMark: 512 * 1024 })
        await pipeline(rows, db.query(copyFrom(`copy bare_${table} (${columns}) from stdin`)))
      }
      await db.query('commit')
    })
  }

  async empty(): Promise<void> {
    const names = Object.keys(tables).map((table) => `bare_${table}`)
    await this.#connected((db) => db.query(`truncate ${names.join(', ')}`))
  }

  #file(table: string): string {
    return join(this.folder, `${table}.copy`)
  }

  async #connected(work: (db: pg.Client) => Promise<unknown>): Promise<void> {
    const db = new pg.Client({ connectionString: this.adminUrl })
    await db.connect()
    try {
      await work(db)
    } finally {
      await db.end()
    }
  }
}
