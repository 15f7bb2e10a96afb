import pg from 'pg'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { brotliDecompressSync } from 'node:zlib'
import sql, { type Sql } from 'sql-template-tag'
import { permissions } from '@portal/domain/kernel/permissions'
import { readAtOnce, withAccount } from '../../src/platform/database/database.ts'
import { forEachAtOnce } from '../../src/platform/work/at-once.ts'
import { takeBooks } from '../import/import-fixture.ts'
import { requireLimitedRole } from '../../src/platform/database/check-role.ts'
import { addresses, policy, withCompany } from './policy.ts'
import { type Browser } from '../portal/portal.ts'
import { testPortal } from '../portal/test-portal.ts'

/** A word that occurs only in texts of company B, and in all of them. */
const canary = 'Kanarienvogel'

const portal = testPortal()
let admin: Browser

beforeAll(async () => {
  const { given, system } = portal
  await given.company('A1')
  await given.company('B1', canary)
  await given.user(`${canary}@b.example`, 'B1', ['AccessInvoices'], ['Licenses'])
  await given.line('A1', await given.invoice('A1', 'A-1'), 0, 'Own line')
  const named = { name: canary, type: canary, subsidiary: canary }
  const foreign = await given.invoice('B1', 'B-1', named)
  await given.line('B1', foreign, 0, canary)
  // The same number in both companies: only the company distinguishes them.
  await given.line('B1', await given.invoice('B1', 'A-1', { name: canary }), 0, canary)
  await system.query(sql`insert into provider_customer values ('A1', 'cus_a'), ('B1', ${canary})`)
  await system.query(sql`
    insert into card (account_id, provider_card_id, fingerprint, brand, last4, exp_month, exp_year, is_default)
    values ('B1', ${canary}, ${canary}, ${canary}, '0000', 1, 2040, true)`)
  await system.query(sql`
    insert into invite (account_id, invited_by_account, email, invite_code, permissions, expires_at)
    values ('B1', 'B1', ${canary}, ${canary}, '{AccessErfs}', now() + interval '1 day')`)
  await system.query(sql`
    insert into history_entry (account_id, actor_name, ip_address, category, entry_type, description)
    values ('B1', ${canary}, '::1', ${canary}, ${canary}, ${canary})`)
  await system.query(sql`
    insert into access_request (account_id, user_id, permission)
    select 'B1', id, ${canary} from portal_user where account_id = 'B1'`)
  // The id in the examples' requests.
  await system.query(sql`
    insert into license_order (account_id, id, status, requestor_name, notes, submitted_at)
    values ('B1', 999999, 'Submitted', ${canary}, ${canary}, now())`)
  await system.query(sql`
    insert into license_order_line (account_id, order_id, line_no, item)
    select 'B1', id, 1, ${JSON.stringify({ customerOrderRequestTypeId: 1, productSku: canary, networkName: canary })}
      from license_order where account_id = 'B1'`)
  // Includes entries by users of company A, as if they had acted for B.
  await system.query(sql`
    insert into unsent_order (account_id, person_id, revision, content)
    select 'B1', id, 1, ${JSON.stringify({ data: { notes: canary, lineItems: [] }, draft: null, key: null })}
      from portal_user`)
  await system.query(sql`
    update invoice_line set user_name = ${canary}, license_id = ${canary} where account_id = 'B1'`)
  await system.query(sql`
    insert into provided_license (account_id, license_id, product_id, user_name, currency, record_digest)
    values ('B1', ${canary}, ${canary}, ${canary}, 'USD', '')`)
  await system.query(sql`update company set licenses_by = 'records' where account_id = 'B1'`)
  await system.query(sql`
    insert into license_alias values ('B1', ${`${canary}-before`}, ${canary}, ${canary}, 'record', now())`)
  await system.query(sql`
    insert into invoice_question (account_id, invoice_number, position, line, message, actor_id, actor_account_id,
                                  actor_name, request_key, answer, answered_by, answered_at, answer_digest, answer_noted_at)
    select 'B1', 'A-1', 1, ${JSON.stringify({ productName: canary })}, ${canary}, id, account_id, ${canary}, ${canary},
           ${canary}, ${canary}, now(), '', now()
      from portal_user`)
  await system.query(sql`insert into company_network values ('B1', ${canary}, ${canary})`)
  await given.equipment('A1', 'ER-1', { orderedBy: 'Own person' })
  await given.equipment('B1', canary, { orderedBy: canary })
  await given.equipment('B1', 'ER-1', { orderedBy: canary })
  admin = await portal.person('admin@a.example', 'A1', [...permissions], ['Licenses'])
})
afterEach(() => vi.restoreAllMocks())

const reads = policy.filter((one) => one.method === 'GET' && one.access !== 'public')

/** Returns everything that company A can read by any call. */
async function everythingRead(): Promise<string> {
  const paths = reads
    .flatMap(addresses)
    .flatMap((path) => [
      path,
      path.replace('A-1', 'B-1'),
      path.replace('ER-1', canary),
      withCompany(path, 'A1'),
      withCompany(path, 'B1'),
    ])
  const read: string[] = []
  // Not all simultaneously: a busy machine would refuse some calls, which would prove nothing.
  await forEachAtOnce(
    // Most paths name nothing to replace.
    [...new Set(paths)],
    8,
    async (path) => {
      const { statusCode, headers, rawPayload } = await admin.get(path)
      expect(statusCode, path).toBeLessThan(500)
      const isPacked = headers['content-encoding'] === 'br'
      const body = isPacked ? brotliDecompressSync(rawPayload) : rawPayload
      read.push(`${JSON.stringify(headers)}\n${body.toString('latin1')}`)
    },
    (error) => {
      throw error
    },
  )
  return read.join('\n')
}

/** Removes every comparison with a company from every statement, so that only the database itself protects. */
function takeFiltersOut() {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  let changed = 0
  const spy = vi.spyOn(pg.Client.prototype, 'query') as unknown as {
    mockImplementation(change: (this: pg.Client, ...args: unknown[]) => unknown): void
  }
  spy.mockImplementation(function (this: pg.Client, statement: unknown, ...rest: unknown[]) {
    const { text, values } = statement as { text?: string; values?: unknown[] }
    if (!text) return query.call(this, statement, ...rest)
    const open = text.replace(/\b(?:\w\.)?account_id = (\$\d+)/g, '($1::text is not null)')
    if (open !== text) changed += 1
    return query.call(this, { text: open, values }, ...rest)
  })
  return () => changed
}

test('no response to company A contains a word of company B', async () => {
  const read = await everythingRead()
  expect(read).toContain('Own line')
  expect(read).not.toContain(canary)
})

test('row level security alone separates companies, without the filters in the statements', async () => {
  const changed = takeFiltersOut()
  const read = await everythingRead()
  expect(changed()).toBeGreaterThan(10)
  expect(read).toContain('Own line')
  expect(read).not.toContain(canary)
})

test('the same statements without row level security would leak', async () => {
  const changed = takeFiltersOut()
  const text = `select name from invoice i where i.account_id = $1`
  const { rows } = await portal.system.query({ text, values: ['A1'] })
  expect(changed()).toBe(1)
  expect(JSON.stringify(rows)).toContain(canary)
})

test('without a company the web role sees no row, and it cannot write rows of another company', async () => {
  const { db } = portal.deps
  const tables = 'company portal_user invoice invoice_line card history_entry mail provided_license'
  for (const table of [...tables.split(' '), 'invoice_question'])
    expect((await db.query(`select 1 from ${table}`)).rowCount, table).toBe(0)
  const foreign = withAccount(db, 'A1', (tx) =>
    tx.run(sql`insert into history_entry (account_id, actor_name, ip_address, category, entry_type, description)
               values ('B1', 'x', 'x', 'x', 'x', 'x')`),
  )
  await expect(foreign).rejects.toThrow(/row-level security/)
  // The setting ended with its transaction, on whichever connection that was.
  const { rows } = await db.query(
    `select coalesce(current_setting('portal.account', true), '') as of`,
  )
  expect(rows).toEqual([{ of: '' }])
})

test('a pipelined read ends with its statements: a later statement is refused, and a failed one affects no other', async () => {
  const { db } = portal.deps
  const name = sql`select name from company`
  expect(await readAtOnce(db, 'A1', (tx) => tx.query(name))).toEqual([{ name: 'Company A1' }])
  const late = readAtOnce(db, 'A1', async (tx) => {
    await tx.query(name)
    return tx.query(name)
  })
  await expect(late).rejects.toThrow(/after the end of its transaction/)
  const read = (statement: Sql) => readAtOnce(db, 'A1', (tx) => tx.query(statement))
  await expect(read(sql`select nonsense`)).rejects.toThrow(/nonsense/)
  const writing = read(sql`update company_revision set revision = 0`)
  await expect(writing).rejects.toThrow(/read-only/)
  expect((await db.query('select 1 from company')).rowCount).toBe(0)
  expect(await read(name)).toHaveLength(1)
})

test('the web role can neither change the ledger nor the history', async () => {
  for (const table of ['ledger_entry', 'history_entry'])
    for (const change of [`delete from ${table}`, `update ${table} set account_id = 'A1'`])
      await expect(portal.deps.db.query(change), change).rejects.toThrow(/permission denied/)
})

test('a server whose role sees more than one company refuses to start', async () => {
  await expect(requireLimitedRole(portal.deps.db)).resolves.toBeUndefined()
  await expect(requireLimitedRole(portal.system)).rejects.toThrow(/can see every company/)
  await expect(requireLimitedRole(portal.owner)).rejects.toThrow(/can see every company/)
})

test('no row of company B is read after a merge into another company', async () => {
  await takeBooks(portal.system, [
    { record: 'company', accountId: 'C1', name: canary, formerAccountId: 'B1' },
  ])
  const { rowCount } = await portal.system.query(`select from invoice where account_id = 'C1'`)
  expect(rowCount).toBe(2)
  const changed = takeFiltersOut()
  const read = await everythingRead()
  expect(changed()).toBeGreaterThan(10)
  expect(read).toContain('Own line')
  expect(read).not.toContain(canary)
})
