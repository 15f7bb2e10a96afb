import { expect, test } from 'vitest'
import { aldgate, fairhaven, importDatabase } from '../../test/import/import-fixture.ts'

const ana = {
  record: 'user',
  email: 'ana@aldgate.example',
  accountId: '10412',
  firstName: 'Ana',
  permissions: ['AccessInvoices'],
  invoiceCategories: ['Licenses'],
}
const deleted = { record: 'delete', kind: 'user', key: ana.email }
const told = `
  select actor_name, description from history_entry where category = 'User' order by id`

const acts = ['sent', 'deleted', 'removed', 'invited'] as const
type Act = (typeof acts)[number]
type State = 'active' | 'deletedByBooks' | 'removedByPerson'

/** Books and administrators each undo only their own removal; an invitation always makes the user active. */
function after(state: State, act: Act): State {
  if (act === 'invited') return 'active'
  if (act === 'sent') return state === 'deletedByBooks' ? 'active' : state
  if (state !== 'active') return state
  return act === 'deleted' ? 'deletedByBooks' : 'removedByPerson'
}

test('only the source that deactivated a user reactivates the user, in every order of four acts', async () => {
  const orders = acts.flatMap((a) =>
    acts.flatMap((b) => acts.flatMap((c) => acts.map((d) => [a, b, c, d] as const))),
  )
  const people = orders.map((order, at) => ({ order, email: `p${at}@aldgate.example` }))
  const recordOf = (email: string) => ({ record: 'user', email, accountId: '10412' })
  const { take, rejects, owner, column } = await importDatabase(
    aldgate,
    ...people.map(({ email }) => recordOf(email)),
  )
  for (const step of [0, 1, 2, 3]) {
    const doing = (act: Act) =>
      people.filter(({ order }) => order[step] === act).map(({ email }) => email)
    await take([
      ...doing('sent').map(recordOf),
      ...doing('deleted').map((key) => ({ record: 'delete', kind: 'user', key })),
    ])
    expect(rejects).toEqual([])
    const set = (value: string, act: Act, where: string) =>
      owner.query(
        `update portal_user set deactivated_at = ${value} where email = any ($1) and deactivated_at ${where} null`,
        [doing(act)],
      )
    await set('now()', 'removed', 'is')
    await set('null', 'invited', 'is not')
    const states = people.map(({ order }) =>
      order.slice(0, step + 1).reduce<State>(after, 'active'),
    )
    const expected = people.filter((_, at) => states[at] === 'active').map(({ email }) => email)
    const active = await column('select email from portal_user where deactivated_at is null')
    expect(active.toSorted()).toEqual(expected.toSorted())
  }
})

test('a record older than the deletion does not restore a user, nor a user who joined another company', async () => {
  const { take, owner, rows } = await importDatabase(aldgate, fairhaven, ana)
  const active = async () => rows('select account_id from portal_user where deactivated_at is null')
  await take([{ ...deleted, asOf: '2026-11-02T02:00:00Z' }])
  await take([{ ...ana, asOf: '2026-11-01T02:00:00Z' }])
  expect(await active()).toEqual([])
  await take([{ ...ana, asOf: '2026-11-02T02:00:00Z' }])
  expect(await active()).toEqual([{ account_id: '10412' }])
  await take([deleted])
  await owner.query(
    `insert into portal_user (account_id, email) values ('10458', upper('${ana.email}'))`,
  )
  await take([ana])
  expect(await active()).toEqual([{ account_id: '10458' }])
})

test('a user returns with the rights of the record, or those an administrator chose later; the history has each step', async () => {
  const { take, owner, rows } = await importDatabase(aldgate, ana)
  const more = { ...ana, permissions: ['AccessInvoices', 'PayInvoices'] }
  await take([{ ...more, invoiceCategories: ['Licenses', 'Market Data'] }], { sender: 'ERP' })
  await take([deleted], { sender: 'ERP' })
  await take([more], { sender: 'ERP' })
  await owner.query(`update portal_user set permissions = '{}', access_changed_at = now()`)
  await take([deleted])
  await take([ana])
  expect(await rows('select permissions, deactivated_at from portal_user')).toEqual([
    { permissions: [], deactivated_at: null },
  ])
  const said = (await rows(told)).map((row) => Object.values(row).join(': '))
  expect(said).toEqual([
    'ERP: Changed the permissions of Ana by a record: Invoices → Invoices, Pay Invoices',
    'ERP: Changed the invoice categories of Ana by a record: Licenses → Licenses, Market Data',
    'ERP: Removed Ana (ana@aldgate.example) by a record',
    'ERP: Ana (ana@aldgate.example) is back by a record',
    'ERP: Changed the invoice categories of Ana by a record: Licenses, Market Data → Licenses',
    'Import: Removed Ana (ana@aldgate.example) by a record',
    'Import: Ana (ana@aldgate.example) is back by a record',
  ])
})

test('a record or deletion with a former address applies to the same person, even together with the present one', async () => {
  const { take, owner, rows } = await importDatabase(aldgate, ana)
  await owner.query(`
    update portal_user set email = 'ana.kim@aldgate.example', former_keys = array[address_key(email), 'a@a.example']`)
  const people = () =>
    rows(`select email, first_name, deactivated_at is null as active from portal_user`)
  const kim = { email: 'ana.kim@aldgate.example', active: true }
  await take([{ ...ana, firstName: 'Anna' }])
  expect(await people()).toEqual([{ ...kim, first_name: 'Anna' }])
  const other = { ...ana, email: 'a@a.example', firstName: 'A' }
  const { kinds } = await take([{ ...ana, email: kim.email, firstName: 'Ana' }, other, ana])
  expect(kinds.get('user')).toMatchObject({ updated: 1, unchanged: 2 })
  expect(await people()).toEqual([{ ...kim, first_name: 'Ana' }])
  await take([deleted])
  expect(await people()).toEqual([{ ...kim, first_name: 'Ana', active: false }])
  await owner.query(
    `insert into portal_user (account_id, email, first_name) values ('10412', '${ana.email}', 'Eve')`,
  )
  await take([{ ...ana, firstName: 'Eva' }])
  expect(await people()).toEqual([
    { ...kim, first_name: 'Ana', active: false },
    { email: ana.email, first_name: 'Eva', active: true },
  ])
})
