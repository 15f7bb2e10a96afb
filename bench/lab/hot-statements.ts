import sql from 'sql-template-tag'
import { importRecords } from '../../apps/server/src/import/import-records.ts'
import { recordSource } from '../../apps/server/src/import/sources.ts'
import type { Deps } from '../../apps/server/src/deps.ts'
import { readFigures } from '../../apps/server/src/integration/business-metrics.ts'
import { givePositions } from '../../apps/server/src/integration/give-positions.ts'
import { readEvents } from '../../apps/server/src/integration/read-events.ts'
import { leaseStreams } from '../../apps/server/src/integration/streams.queries.ts'
import { readDetail, readList } from '../../apps/server/src/invoices/invoices.queries.ts'
import { notifyInvoices } from '../../apps/server/src/invoices/notify-invoices.ts'
import { planOfCompany } from '../../apps/server/src/payments/autopay/plan-autopay.ts'
import { runAutoPay } from '../../apps/server/src/payments/autopay/run-autopay.ts'
import { postPayments } from '../../apps/server/src/payments/charge/post-payments.ts'
import { reconcile } from '../../apps/server/src/payments/charge/reconcile.ts'
import {
  openDatabase,
  withAccount,
  type Database,
} from '../../apps/server/src/platform/database/database.ts'
import { authorOf, recordHistory } from '../../apps/server/src/platform/history/history.ts'
import { limitRate } from '../../apps/server/src/platform/http/rate-limit.ts'
import {
  readInScope,
  withScope,
  type Scope,
} from '../../apps/server/src/platform/database/scope.ts'
import { sendQueuedMail } from '../../apps/server/src/platform/mail/send-queued-mail.ts'
import { sweep } from '../../apps/server/src/platform/database/sweep.ts'
import { findActor } from '../../apps/server/src/session/session.queries.ts'
import {
  countHistory,
  historyFrequency,
  listHistory,
} from '../../apps/server/src/team/history.queries.ts'
import type { DatabaseUrls } from '../../tools/prepare-database.ts'
import { fixed, keyDigest, largest, sessionOf } from '../data/scaled-portal.ts'
import { noTransfers } from './measured-scope.ts'

const address = '127.0.0.1'
/** Dependencies that the timed jobs use only for due work; no work is due here. */
const unused = {} as Deps

export interface Statement {
  what: string
  rounds: number
  run: () => Promise<unknown>
}

/** Returns the functions that send the product's hot statements, on one database, with the roles and pools of the product. */
export async function openStatements(urls: DatabaseUrls, invoices: number) {
  const pool = (connectionString: string, pipeline: boolean) =>
    openDatabase({ connectionString, name: 'bench', size: 2, pipeline })
  const app = pool(urls.app, true)
  const system = pool(urls.system, true)
  const importDb = pool(urls.system, false)
  const statements = [
    ...(await ofCompany(app, fixed.accountId, 'of 3,000 invoices')),
    ...(await ofCompany(app, largest.accountId, 'of 1 %')),
    ...ofPortal({ app, system, importDb, invoices }),
  ]
  const close = () => Promise.all([app.end(), system.end(), importDb.end()])
  return { statements, close }
}

/** Returns the statements that users of a company cause. */
async function ofCompany(db: Database, accountId: string, which: string): Promise<Statement[]> {
  const scope = await scopeOf(db, accountId)
  const numbers = await readInScope(db, scope, (tx) =>
    tx.query<{ number: string }>(
      sql`select invoice_number as number from invoice where account_id = ${accountId} order by id limit 3000`,
    ),
  )
  const anyNumber = () => numbers[Math.floor(Math.random() * numbers.length)]!.number
  const history = async (search?: string) => {
    const filter = { page: 1, perPage: 50, ...(search && { search }) }
    const frequency = search
      ? await readInScope(db, scope, (tx) => historyFrequency(tx, filter))
      : 'rare'
    return readInScope(db, scope, (tx) =>
      Promise.all([
        listHistory(tx, filter, frequency),
        countHistory(tx, accountId, filter, frequency),
      ]),
    )
  }
  const entry = { category: 'Account', entryType: 'Bench', description: 'Wrote an entry' } as const
  const named: [string, number, () => Promise<unknown>][] = [
    ['invoice list, 25 rows', 20, () => readList(db, scope, { page: 1, perPage: 25 })],
    ['invoice by number', 100, () => readDetail(db, scope, anyNumber(), noTransfers)],
    ['history, 50 rows', 50, () => history()],
    ['history, rare text', 20, () => history(anyNumber())],
    ['history, frequent text', 20, () => history('Paid')],
    [
      'history, entry written and sealed',
      50,
      () => withScope(db, scope, (tx) => recordHistory(tx, authorOf(scope), entry)),
    ],
    [
      'AutoPay: plan',
      5,
      () => withAccount(db, accountId, (tx) => planOfCompany(tx, accountId, 50_000_00)),
    ],
  ]
  return named.map(([what, rounds, run]) => ({ what: `${what}, company ${which}`, rounds, run }))
}

async function scopeOf(db: Database, accountId: string): Promise<Scope> {
  const found = await findActor(db, sessionOf(accountId), null, address)
  if (!found || !('scope' in found) || !found.scope) throw new Error(`${accountId} has no session`)
  return found.scope
}

interface Portal {
  app: Database
  system: Database
  importDb: Database
  invoices: number
}

/** Returns the statements of sign-ins, jobs and imports, which read or write tables of all companies. */
function ofPortal({ app, system, importDb, invoices }: Portal): Statement[] {
  const anyCompany = () => `C-${1 + Math.floor(Math.random() * 3000)}`
  let imports = 0
  const sendNothing = () =>
    sendQueuedMail(
      system,
      {
        origin: 'https://bench.example',
        seller: { name: 'S', addressLines: [], email: 's@bench.example' },
      },
      async () => undefined,
      {
        mayRead: async () => true,
        attach: async () => ({ files: [], notes: [] }),
        onRefused: async () => {},
      },
    )
  const named: [string, number, () => Promise<unknown>][] = [
    ['session lookup', 100, () => findActor(app, sessionOf(anyCompany()), null, address)],
    ['rate_window: count a request', 100, () => limitRate(app, 'pay', anyCompany(), 1_000_000)],
    // Runs before the imports, because their invoices would have to be mailed.
    ['invoices: nothing untold', 50, () => notifyInvoices(unused, system)],
    [
      'import: 50 new and 50 changed invoices',
      5,
      () => {
        imports += 1
        return importRecords(importDb, [recordSource('bench', records(imports, invoices))])
      },
    ],
    ['outbox: 100 events written and placed', 20, () => place100(system)],
    [
      'outbox: 100 events fetched',
      50,
      // A position from the filled data.
      () => readEvents(app, keyDigest, { after: Math.round(invoices / 50), limit: 100 }),
    ],
    ['outbox: streams leased', 20, () => leaseStreams(system)],
    ['mail: nothing due', 50, sendNothing],
    ['AutoPay: nothing due', 50, () => runAutoPay(unused, system)],
    ['reconcile: nothing due', 50, () => reconcile(unused, system)],
    ['post payments: nothing due', 20, () => postPayments(system, 'erp')],
    ['metrics of the worker', 10, () => readFigures(system)],
    ['sweep: nothing to delete', 5, () => sweep(system, { eventsKeptDays: 400 })],
  ]
  return named.map(([what, rounds, run]) => ({ what, rounds, run }))
}

async function place100(system: Database): Promise<void> {
  await system.query(sql`
    insert into outbox_event (account_id, type, data)
    select 'C-' || 1 + n * 29, 'payment.succeeded', '{}' from generate_series(0, 99) n`)
  await givePositions(system, [])
}

/** Returns invoices of many companies: new ones, and existing ones with another balance. */
function records(nth: number, invoices: number): object[] {
  const day = new Date().toISOString().slice(0, 10)
  const record = (invoiceNumber: string, accountId: string, amount: number) => ({
    record: 'invoice',
    invoiceNumber,
    accountId,
    date: day,
    amount: amount.toFixed(2),
    balanceDue: amount.toFixed(2),
    currencyIsoCode: 'USD',
    invoiceCategory: 'Category 1',
  })
  // These rows of the filled data belong to the company of fixed size.
  const every = Math.max(2, Math.round(invoices / fixed.invoices))
  return Array.from({ length: 50 }, (_, n) => [
    record(`NEW-${nth}-${n}`, `C-${1 + n * 59}`, 10 + n),
    record(`INV-${every * (1 + n)}`, fixed.accountId, 10 + nth),
  ]).flat()
}
