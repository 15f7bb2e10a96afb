import { beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { HistoryEntry, HistoryValues } from '@portal/domain/team/history.schema'
import type { Browser } from '../../test/portal/portal.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { withAccount } from '../platform/database/database.ts'
import { historyFrequency } from './history.queries.ts'

const portal = testPortal()
let boss: Browser
let anaId: string

beforeAll(async () => {
  const { given, system } = portal
  await given.company('A1')
  await given.company('B1')
  anaId = await given.user('ana@a.example', 'A1', ['AccessInvoices'])
  await given.user('other@b.example', 'B1', ['ManageUsers'])
  boss = await portal.person('boss@a.example', 'A1', ['ManageUsers'])
  // Sixty entries of three types, a minute apart; every third one is by Ana.
  await system.query(sql`
    insert into history_entry (account_id, created_at, actor_id, actor_name, ip_address, category, entry_type, description)
    select 'A1', timestamptz '2026-01-01 10:00:00Z' + n * interval '1 minute',
           case when n % 3 = 0 then ${anaId}::uuid end, case when n % 3 = 0 then 'Ana Test' else 'Import' end,
           '10.0.0.' || n, case when n % 2 = 0 then 'Invoice' else 'Payment' end,
           case when n % 5 = 0 then 'Download' else 'Statement' end, 'Number ' || n || ' of 100% _really_'
      from generate_series(1, 60) n`)
})

async function history(query: Record<string, string>, who = boss) {
  const answer = await who.get(`/api/admin/history?${new URLSearchParams(query)}`)
  return {
    status: answer.statusCode,
    total: Number(answer.headers['x-count']),
    entries: answer.statusCode === 200 ? answer.json<HistoryEntry[]>() : [],
  }
}
const firstNumber = (entries: HistoryEntry[]) => /\d+/.exec(entries[0]!.description)?.[0]

test('the list has pages of 25, newest first, with the total', async () => {
  const first = await history({})
  expect([first.total, first.entries.length, firstNumber(first.entries)]).toEqual([60, 25, '60'])
  const third = await history({ page: '3', perPage: '25', orderDescending: 'true' })
  expect([third.entries.length, firstNumber(third.entries)]).toEqual([10, '10'])
  expect(firstNumber((await history({ orderDescending: 'false' })).entries)).toBe('1')
  expect((await history({ perPage: '3000' })).entries).toHaveLength(60)
  expect(first.entries[0]).toMatchObject({
    createdDate: '2026-01-01T11:00:00.000Z',
    ipAddress: '10.0.0.60',
    category: 'Invoice',
    entryType: 'Download',
    userName: 'Ana Test',
  })
})

test('filters and search combine, and wildcards in a search are plain characters', async () => {
  for (const [query, total] of [
    [{ categoryFilter: 'Payment' }, 30],
    [{ typeFilter: 'Download' }, 12],
    [{ userFilter: anaId }, 20],
    [{ userFilter: anaId, categoryFilter: 'Invoice', typeFilter: '' }, 10],
    [{ search: 'NUMBER 4' }, 11],
    [{ search: '10.0.0.17' }, 1],
    [{ search: '100%' }, 60],
    ...['100_', '1%0', "' or 1=1 --", '\\'].map((search) => [{ search }, 0] as const),
  ] as const)
    expect([query, (await history({ ...query })).total]).toEqual([query, total])
})

test('a company with few entries does not search the text index of all companies', async () => {
  const frequency = () =>
    withAccount(portal.deps.db, 'A1', (tx) => historyFrequency(tx, { search: 'Number 7 of' }))
  expect(await frequency()).toBe('frequent')
  const { rows } = await portal.owner.query<{ position: number }>(
    `update history_head h set position = 10001 from history_head before
      where h.account_id = 'A1' and before.account_id = 'A1' returning before.position`,
  )
  expect(await frequency()).toBe('rare')
  await portal.owner.query(`update history_head set position = $1 where account_id = 'A1'`, [
    rows[0]!.position,
  ])
})

test('the filter offers the company’s own values', async () => {
  const other = await portal.signIn('other@b.example')
  const values = async (who: Browser) => (await who.get('/api/admin/history/values')).json<object>()
  const kinds = { categories: ['Invoice', 'Payment'], types: ['Download', 'Statement'] }
  expect(await values(boss)).toEqual({ ...kinds, superAdmins: [] })
  expect(await values(other)).toEqual({ categories: [], types: [], superAdmins: [] })
  expect((await history({}, other)).total).toBe(0)
})

test('very many matches are counted up to a limit, which the response mentions', async () => {
  await portal.given.company('M1')
  for (let portion = 0; portion < 30; portion += 1)
    await portal.system.query(sql`
      insert into history_entry (account_id, actor_name, ip_address, category, entry_type, description)
      select 'M1', 'Import', 'system', 'Import', 'Import', 'Same' from generate_series(1, 335)`)
  const many = await portal.person('boss@m.example', 'M1', ['ManageUsers'])
  for (const [query, ...counts] of [
    ['', '10050', undefined],
    ['?search=same', '1000', 'true'],
    ['?categoryFilter=Import', '10000', 'true'],
  ]) {
    const { headers } = await many.get(`/api/admin/history${query}`)
    expect([headers['x-count'], headers['x-count-more']]).toEqual(counts)
  }
})

test('the export has the filtered rows, safe for spreadsheets, and is itself recorded', async () => {
  await portal.system.query(sql`
    insert into history_entry (account_id, actor_name, ip_address, category, entry_type, description)
    values ('A1', '=cmd()', '::1', 'Invoice', 'Name', 'a "quoted", line
end')`)
  const answer = await boss.get(
    '/api/admin/history/csv?categoryFilter=Invoice&orderDescending=false',
  )
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.headers['content-disposition']).toBe('attachment; filename="history-A1.csv"')
  const lines = answer.body.split('\r\n')
  expect(lines[0]).toMatch(/^\ufeff"Position","Id","Account","Created \(UTC\)"/)
  expect(lines).toHaveLength(1 + 31 + 2)
  expect(lines.at(-3)).toContain(`"'=cmd()","::1","Invoice","Name","a ""quoted"", line\nend"`)
  expect(lines.at(-2)).toMatch(/^"End","filtered",62,"[0-9a-f]{64}"$/)
  expect((await history({ typeFilter: 'History Export' })).total).toBe(1)
})

test('a time range includes its start and excludes its end', async () => {
  const from = '2026-01-01T10:10:00Z'
  const before = '2026-01-01T10:20:00.000Z'
  expect((await history({ from, categoryFilter: 'Payment' })).total).toBe(25)
  expect((await history({ before })).total).toBe(19)
  const both = await history({ from, before, userFilter: anaId })
  expect([both.total, firstNumber(both.entries)]).toEqual([3, '18'])
  const searched = await history({ from, before, search: 'number 1' })
  expect(searched.total).toBe(10)
  const file = await boss.get(`/api/admin/history/csv?from=${from}&before=${before}`)
  expect(file.body.split('\r\n').at(-2)).toContain('"filtered"')
})

test('the people include a super admin of another company who acted for this one', async () => {
  await portal.given.company('P1')
  const chiefId = await portal.given.user('chief@p.example', 'P1', [], [], 'SuperAdmin')
  const chief = await portal.signIn('chief@p.example')
  await chief.get('/api/admin/history/csv?companyFilter=A1')
  const { superAdmins } = (await boss.get('/api/admin/history/values')).json<HistoryValues>()
  expect(superAdmins).toEqual([{ id: chiefId, name: 'chief Test' }])
  expect((await history({ userFilter: chiefId })).total).toBe(1)
  const other = await portal.signIn('other@b.example')
  expect((await other.get('/api/admin/history/values')).body).not.toContain('chief')
})
