import { beforeAll, expect, test } from 'vitest'
import type { HistoryPage } from '@portal/domain/team/history.schema'
import { withAccount } from '../platform/database/database.ts'
import { queryPlan } from '../../test/database/query-plan.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { historyPage, historyValues, historyFrequency } from './history.queries.ts'

const portal = testPortal()
// Enough rows for a wrong plan to be visible; with 1,000,000 the plans and row counts are the same.
const entries = 200_000
const actor = '00000000-0000-4000-8000-0000000000aa'

// Very many entries of one company; their seals do not matter here.
beforeAll(async () => {
  await portal.given.company('A1')
  await portal.owner.query('alter table history_entry disable trigger user')
  const indexes = await portal.owner.query<{ name: string; definition: string }>(`
    select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition
      from pg_index where indrelid = 'history_entry'::regclass and not indisprimary`)
  // Building the indexes after the rows takes a third of the time.
  for (const { name } of indexes.rows) await portal.owner.query(`drop index ${name}`)
  await portal.owner.query(`
    insert into history_entry (account_id, created_at, actor_id, actor_name, ip_address, category, entry_type, description)
    select 'A1', timestamptz '2020-01-01Z' + n * interval '1 minute',
           case when n % 1000 = 0 then '${actor}'::uuid else gen_random_uuid() end, 'Person ' || n % 700, '10.0.0.1',
           (array['Invoice', 'Payment', 'Account', 'User'])[1 + n % 4],
           case when n % 1800 = 0 then 'Rare' else 'Download' end, 'Downloaded the summary of invoice INV-' || n
      from generate_series(1, ${entries}) n`)
  for (const { definition } of indexes.rows) await portal.owner.query(definition)
  await portal.owner.query('vacuum analyze history_entry')
}, 240_000)

const first: HistoryPage = { page: 1, perPage: 25 }
const filters: [string, HistoryPage][] = [
  ['none', first],
  ['oldest first', { ...first, orderDescending: 'false' }],
  ['a category', { ...first, categoryFilter: 'User' }],
  ['a type that is rare', { ...first, typeFilter: 'Rare' }],
  ['a user', { ...first, userFilter: actor }],
  ['a search that finds one', { ...first, search: 'INV-177123' }],
  ['a search that finds nothing', { ...first, search: 'no such words' }],
  ['a search that finds everything', { ...first, search: 'summary' }],
  ['a time range', { ...first, from: '2020-02-01T00:00:00Z', before: '2020-02-02T00:00:00Z' }],
  [
    'all filters at once',
    { ...first, categoryFilter: 'Invoice', userFilter: actor, search: 'INV-1' },
  ],
  ['an unused category', { ...first, categoryFilter: 'Nothing' }],
]

test.each(filters)(
  'a page of 25 out of very many by %s uses an index and touches few rows',
  async (_, page) => {
    const plan = await withAccount(portal.deps.db, 'A1', async (tx) => {
      return queryPlan(tx, historyPage(page, await historyFrequency(tx, page)))
    })
    expect(plan.steps).not.toContain('Seq Scan')
    expect(plan.rowsTouched, plan.text).toBeLessThan(20_000)
  },
)

test('the values to filter by are found without reading the entries', async () => {
  const values = await withAccount(portal.deps.db, 'A1', (tx) => historyValues(tx, 'A1'))
  expect(values).toEqual({
    categories: ['Account', 'Invoice', 'Payment', 'User'],
    types: ['Download', 'Rare'],
    superAdmins: [],
  })
})
