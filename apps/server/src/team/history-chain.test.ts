import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { portal } from '../../test/integration/command-line.ts'
import { tamperedPortal } from '../../test/team/tampered-history.ts'
import { verifyHistory } from './verify-history.ts'

const fixture = {} as Awaited<ReturnType<typeof tamperedPortal>>
beforeAll(async () => void Object.assign(fixture, await tamperedPortal()))
afterAll(() => fixture.close())

const entryAt = (position: number) =>
  `account_id = $company and id = (select entry_id from history_seal where account_id = $company and position = ${position})`

test('an unchanged chain verifies, and only the tables’ owner can change it', async () => {
  const accountId = await fixture.company()
  const intact = { verified: 10, problem: undefined }
  expect(await verifyHistory(fixture.portal.system, accountId)).toMatchObject(intact)
  for (const db of [fixture.portal.deps.db, fixture.portal.system])
    for (const statement of [
      `update history_entry set description = 'x'`,
      'delete from history_entry',
      `insert into history_seal values ('${accountId}', 99, 1, '')`,
      'delete from history_seal',
      `update history_head set position = 0`,
    ])
      await expect(db.query(statement), statement).rejects.toThrow(/permission denied|append/)
})

test.each([
  [
    'removed',
    `delete from history_entry where account_id = $company and id = (select entry_id from history_seal where account_id = $company and position = 3)`,
    /^Entry 3 \(id \d+\) was removed/,
  ],
  [
    'removed with its seal',
    `delete from history_seal where account_id = $company and position = 5`,
    /^Entry 5 was removed/,
  ],
  [
    'reordered',
    `update history_seal s set entry_id = (select o.entry_id from history_seal o where o.account_id = $company and o.position = 13 - s.position)
      where s.account_id = $company and s.position in (6, 7)`,
    /^Entry 6 .*edited or moved/,
  ],
  [
    'left after the end of the chain',
    `update history_head set position = 8, hash = (select hash from history_seal where account_id = $company and position = 8)
      where account_id = $company`,
    /^Entry 9 is after the end of the chain/,
  ],
  [
    'cut off',
    `delete from history_seal where account_id = $company and position > 8`,
    /^The history was cut off after entry 8: it had 10/,
  ],
  [
    'inserted outside',
    `insert into history_entry (account_id, actor_name, ip_address, category, entry_type, description) values ($company, 'x', 'x', 'x', 'x', 'x')`,
    /^Entry \d+ was inserted outside the chain/,
  ],
])('an entry that was %s is found and named', async (_, statement, problem) => {
  expect(await fixture.tamper(await fixture.company(), statement)).toMatch(problem)
})

test('a company with entries cannot be deleted', async () => {
  await expect(fixture.write('NOBODY', 'odd')).rejects.toMatchObject({
    code: '23503',
    constraint: 'history_entry_account_id_fkey',
  })
  await fixture.portal.given.company('NEW')
  await fixture.write('NEW', 'one')
  // Other tables that refer to the company are not tested here.
  await fixture.owner.query('begin')
  await fixture.owner.query('delete from history_head')
  await expect(
    fixture.owner.query(`delete from company where account_id = 'NEW'`),
  ).rejects.toMatchObject({
    code: '23503',
    constraint: expect.stringMatching(/^history_(entry|seal)_account_id_fkey$/),
  })
  await fixture.owner.query('rollback')
})

test('a chain that grows while it is verified is intact', async () => {
  const accountId = await fixture.company()
  const growing = Object.create(fixture.portal.system) as pg.Pool
  growing.connect = (async () => {
    await fixture.write(accountId, 'meanwhile')
    return fixture.portal.system.connect()
  }) as pg.Pool['connect']
  const intact = { verified: 11, problem: undefined }
  expect(await verifyHistory(growing, accountId)).toMatchObject(intact)
})

test('a chain that was cut off together with its head is detected by a stored head', async () => {
  const accountId = await fixture.company()
  const { head } = await verifyHistory(fixture.portal.system, accountId)
  expect(await fixture.verdict(accountId, head)).toBeUndefined()
  const cut = `delete from history_entry where account_id = $company and id > (select entry_id from history_seal where account_id = $company and position = 7);
    delete from history_seal where account_id = $company and position > 7;
    update history_head set position = 7, hash = (select hash from history_seal where account_id = $company and position = 7) where account_id = $company`
  expect(await fixture.tamper(accountId, cut)).toBeUndefined()
  expect(await fixture.verdict(accountId, head)).toMatch(/cut off after entry 7: it had 10/)
  await fixture.write(accountId, 'other 8')
  await fixture.write(accountId, 'other 9')
  await fixture.write(accountId, 'other 10')
  expect(await fixture.verdict(accountId)).toBeUndefined()
  expect(await fixture.verdict(accountId, head)).toMatch(
    /Entry 10 is not the one whose hash was kept/,
  )
})

test('fifty simultaneous writers create one chain without a fork', async () => {
  const accountId = await fixture.company()
  const pool = new pg.Pool({ connectionString: fixture.portal.database.systemUrl, max: 50 })
  await Promise.all(
    Array.from({ length: 50 }, async (_, writer) => {
      for (let nth = 0; nth < 4; nth += 1)
        await pool.query(sql`
          insert into history_entry (account_id, actor_name, ip_address, category, entry_type, description)
          values (${accountId}, ${`writer ${writer}`}, '::1', 'Account', 'Test', ${String(nth)})`)
    }),
  )
  await pool.end()
  const intact = { verified: 210, problem: undefined }
  expect(await verifyHistory(fixture.portal.system, accountId)).toMatchObject(intact)
  const { rows } = await fixture.portal.system.query(sql`
    select count(distinct hash) as hashes, max(position) as last from history_seal where account_id = ${accountId}`)
  expect(rows).toEqual([{ hashes: 210, last: 210 }])
})

test('the exported file is verified without the portal, in either sort order', async () => {
  const accountId = await fixture.company()
  const { check } = fixture
  const exported = (query: string) => fixture.exported(accountId, query)
  const oldestFirst = await exported('orderDescending=false')
  for (const text of [oldestFirst, await exported(''), await exported('search=Zo&typeFilter=Test')])
    expect(check(text)).toEqual([0, 'Every entry is as it was written.'])
  expect(check(await exported('search=8'))).toEqual([0, 'Every entry is as it was written.'])

  const lines = oldestFirst.split(/\r\n(?=[\d"])/)
  const change = (edit: (lines: string[]) => string[]) => check(edit([...lines]).join('\r\n'))
  expect(change((all) => all.map((line) => line.replace('日本語', '日本')))).toEqual([
    1,
    'Entry 6 was edited or moved.',
  ])
  expect(change((all) => all.toSpliced(3, 1))).toEqual([1, 'Entry 3 was removed.'])
  expect(change((all) => all.toSpliced(4, 2, all[5]!, all[4]!))).toEqual([
    1,
    'Entry 4 was removed.',
  ])
  expect(change((all) => all.slice(0, -3))).toEqual([
    1,
    'The file was cut off: its last line is missing.',
  ])
  expect(change((all) => all.toSpliced(-3, 1))[0]).toBe(1)
  const head = /"End","whole history",(\d+),"(\w+)"/.exec(oldestFirst)!
  expect(check(oldestFirst, `${head[1]}:${head[2]}`)[0]).toBe(0)
  expect(check(oldestFirst, `${head[1]}:${'0'.repeat(64)}`)[0]).toBe(1)
})

// Erased people (decision 0009).

/** Creates a history with two entries about a person, from before and after entries had keys, and erases the person. */
async function erasedFrom(): Promise<string> {
  const accountId = await fixture.company()
  const email = `zed@${accountId.toLowerCase()}.example`
  await fixture.portal.given.user(email, accountId)
  await fixture.write(accountId, `Invited ${email}`)
  await fixture.portal.system.query(sql`
    insert into history_entry (account_id, actor_name, ip_address, category, entry_type, description, seal_key)
    values (${accountId}, 'Zoë', '::1', 'User', 'Test', ${`Removed ${email}`}, null)`)
  await fixture.portal.system.query(
    sql`update portal_user set deactivated_at = now() where email = ${email}`,
  )
  const { err } = await portal(['erase', '--person', email, '--yes'], fixture.portal.env)
  expect(err).toBe('')
  return accountId
}

test.each([
  ['a changed text', `update history_entry set description = 'x' where ${entryAt(11)}`, 11],
  ['one of before keys', `update history_entry set entry_type = 'x' where ${entryAt(12)}`, 12],
  ['a list without one', `update history_entry set rewritten = null where ${entryAt(13)}`, 11],
  [
    'a list with one more',
    `update history_entry set rewritten = rewritten || ' 1:00' where ${entryAt(13)}`,
    13,
  ],
  ['a lost erasure', `delete from history_entry where ${entryAt(13)}`, 11],
])('after an erasure, %s is found', async (_, statement, position) => {
  const problem = await fixture.tamper(await erasedFrom(), statement)
  expect(problem).toMatch(new RegExp(`^Entry ${position} .*was (edited or moved|removed)`))
})

test('an exported file, also a filtered one, is verified after an erasure', async () => {
  const accountId = await erasedFrom()
  const { check } = fixture
  for (const query of ['orderDescending=false', '', 'search=Removed'])
    expect(check(await fixture.exported(accountId, query))[0], query).toBe(0)
  const text = await fixture.exported(accountId, 'search=Removed')
  expect(text).toContain('Removed Former user')
  expect(check(text.replace('Removed Former', 'Removed former'))[0]).toBe(1)
})

test('no server can erase a person, and no role can remove an entry', async () => {
  const accountId = await fixture.company()
  for (const db of [fixture.portal.deps.db, fixture.portal.system])
    for (const statement of [
      `set portal.erases = 'on'; update history_entry set description = 'x'`,
      `set portal.account = '${accountId}';
       insert into history_entry (account_id, actor_name, ip_address, category, entry_type, description, rewritten)
       values ('${accountId}', 'x', 'x', 'x', 'Person Erased', 'x', '1:00')`,
    ])
      await expect(db.query(statement), statement).rejects.toThrow(/permission denied|append/)
  const removed = fixture.owner.query(`set portal.erases = 'on'; delete from history_entry`)
  await expect(removed).rejects.toThrow(/append-only/)
})

// Every column changes the hash.

let count = 0

interface Column {
  name: string
  type: string
  isOptional: boolean
}

/** Two values per type. If a type is missing here, add it to the seal first and then here. */
const values: Record<string, { one: string; other: (column: string) => string }> = {
  text: { one: `'text'`, other: (column) => `${column} || 'x'` },
  uuid: { one: 'gen_random_uuid()', other: () => 'gen_random_uuid()' },
  int8: { one: '1', other: (column) => `${column} + 1000000` },
  timestamptz: { one: 'now()', other: (column) => `${column} + interval '1 microsecond'` },
}

async function entryColumns(): Promise<Column[]> {
  const { rows } = await fixture.owner.query<Column>(`
    select attname as name, typname as type, not attnotnull as "isOptional"
      from pg_attribute a join pg_type t on t.oid = a.atttypid
     where a.attrelid = 'history_entry'::regclass and a.attnum > 0 and not a.attisdropped`)
  return rows
}

/** Creates a company with an entry that has every optional column, and an entry that has none. */
async function twoEntries(columns: Column[]): Promise<string> {
  const accountId = `C${(count += 1)}`
  await fixture.portal.given.company(accountId)
  const optional = columns.filter(({ isOptional }) => isOptional)
  const names = optional.map(({ name }) => `, ${name}`).join('')
  const full = optional.map(({ type }) => `, ${values[type]?.one}`).join('')
  const none = optional.map(() => ', null').join('')
  for (const rest of [full, none])
    await fixture.owner.query(
      `insert into history_entry (account_id, actor_name, ip_address, category, entry_type, description${names})
       values ($1, 'Ana', '::1', 'Payment', 'Test', 'Paid'${rest})`,
      [accountId],
    )
  return accountId
}

test('a change of any column of an entry is found', async () => {
  await fixture.portal.given.company('ELSEWHERE')
  await fixture.owner.query('alter table history_entry alter id set generated by default')
  const columns = await entryColumns()
  expect(columns.map(({ name }) => name)).toContain('payment_id')
  const found = async (position: number, column: string, value: string) => {
    const change = `update history_entry set ${column} = ${value} where ${entryAt(position)}`
    const problem = await fixture.tamper(await twoEntries(columns), change)
    expect(problem, change).toMatch(/^Entry \d .*was (edited or moved|removed)/)
  }
  for (const { name, type, isOptional } of columns) {
    const value = values[type]
    if (!value) throw new Error(`history_entry.${name} is of type ${type}`)
    await found(1, name, name === 'account_id' ? `'ELSEWHERE'` : value.other(name))
    if (!isOptional) continue
    await found(1, name, 'null')
    await found(2, name, value.one)
  }
})

test('every column of an exported entry is checked', async () => {
  const columns = await entryColumns()
  const accountId = await twoEntries(columns)
  const text = await fixture.exported(accountId, 'orderDescending=false&categoryFilter=Payment')
  expect(fixture.check(text)[0]).toBe(0)
  const [titles = '', first = '', ...rest] = text.split('\r\n')
  const cells = first.split(',')
  // The position, and all columns of an entry.
  expect(cells.length - 2).toBe(columns.length + 1)
  for (const [nth, cell] of cells.entries()) {
    const changed = cells.with(
      nth,
      cell.replace(/[0-9A-Za-z](?="?$)/, (last) => (last === '7' ? '8' : '7')),
    )
    expect(changed[nth]).not.toBe(cell)
    expect(
      fixture.check([titles, changed.join(), ...rest].join('\r\n'))[0],
      titles.split(',')[nth],
    ).toBe(1)
  }
})
