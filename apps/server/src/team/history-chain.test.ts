import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { tamperedPortal } from '../../test/tampered-history.ts'
import { verifyHistory } from './verify-history.ts'

type Fixture = Awaited<ReturnType<typeof tamperedPortal>>

let fixture: Fixture
let portal: Fixture['portal']
let owner: Fixture['owner']
let company: Fixture['company']
let write: Fixture['write']
let verdict: Fixture['verdict']
let tamper: Fixture['tamper']

beforeAll(async () => {
  fixture = await tamperedPortal()
  ;({ portal, owner, company, write, verdict, tamper } = fixture)
})
afterAll(() => fixture.close())

test('an unchanged chain verifies, and only the tables’ owner can change it', async () => {
  const accountId = await company()
  expect(await verifyHistory(portal.system, accountId)).toMatchObject({
    verified: 10,
    problem: undefined,
  })
  for (const db of [portal.deps.db, portal.system])
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
  expect(await tamper(await company(), statement)).toMatch(problem)
})

test('a company with entries cannot be deleted', async () => {
  await expect(write('NOBODY', 'odd')).rejects.toMatchObject({
    code: '23503',
    constraint: 'history_entry_account_id_fkey',
  })
  await portal.given.company('NEW')
  await write('NEW', 'one')
  // Other tables that refer to the company are not tested here.
  await owner.query('begin')
  await owner.query('delete from history_head')
  await expect(owner.query(`delete from company where account_id = 'NEW'`)).rejects.toMatchObject({
    code: '23503',
    constraint: expect.stringMatching(/^history_(entry|seal)_account_id_fkey$/),
  })
  await owner.query('rollback')
})

test('a chain that grows while it is verified is intact', async () => {
  const accountId = await company()
  const growing = Object.create(portal.system) as pg.Pool
  growing.connect = (async () => {
    await write(accountId, 'meanwhile')
    return portal.system.connect()
  }) as pg.Pool['connect']
  expect(await verifyHistory(growing, accountId)).toMatchObject({
    verified: 11,
    problem: undefined,
  })
})

test('a chain that was cut off with its head is detected by a stored head', async () => {
  const accountId = await company()
  const { head } = await verifyHistory(portal.system, accountId)
  expect(await verdict(accountId, head)).toBeUndefined()
  const cut = `delete from history_entry where account_id = $company and id > (select entry_id from history_seal where account_id = $company and position = 7);
    delete from history_seal where account_id = $company and position > 7;
    update history_head set position = 7, hash = (select hash from history_seal where account_id = $company and position = 7) where account_id = $company`
  expect(await tamper(accountId, cut)).toBeUndefined()
  expect(await verdict(accountId, head)).toMatch(/cut off after entry 7: it had 10/)
  await write(accountId, 'other 8')
  await write(accountId, 'other 9')
  await write(accountId, 'other 10')
  expect(await verdict(accountId)).toBeUndefined()
  expect(await verdict(accountId, head)).toMatch(/Entry 10 is not the one whose hash was kept/)
})

test('fifty writers at once make one chain without a fork', async () => {
  const accountId = await company()
  const pool = new pg.Pool({ connectionString: portal.database.systemUrl, max: 50 })
  await Promise.all(
    Array.from({ length: 50 }, async (_, writer) => {
      for (let nth = 0; nth < 4; nth += 1)
        await pool.query(sql`
          insert into history_entry (account_id, actor_name, ip_address, category, entry_type, description)
          values (${accountId}, ${`writer ${writer}`}, '::1', 'Account', 'Test', ${String(nth)})`)
    }),
  )
  await pool.end()
  expect(await verifyHistory(portal.system, accountId)).toMatchObject({
    verified: 210,
    problem: undefined,
  })
  const { rows } = await portal.system.query(sql`
    select count(distinct hash) as hashes, max(position) as last from history_seal where account_id = ${accountId}`)
  expect(rows).toEqual([{ hashes: 210, last: 210 }])
})

test('the exported file is verified without the portal, in either sort order', async () => {
  const accountId = await company()
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
