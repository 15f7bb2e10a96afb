import { expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { Browser } from '../../test/portal/portal.ts'
import { testPortal } from '../../test/portal/test-portal.ts'

const portal = testPortal()

const remove = (who: Browser, userId: string) =>
  who.send('DELETE', `/api/admin/deactivate?userId=${userId}`)
const statuses = (answers: { statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).sort()

test('one of two managers who remove each other always stays', async () => {
  const { given } = portal
  for (let round = 0; round < 8; round += 1) {
    const accountId = `R${round}`
    await given.company(accountId)
    const one = await given.user(`one@r${round}.example`, accountId, ['ManageUsers'])
    const other = await given.user(`other@r${round}.example`, accountId, ['ManageUsers'])
    // A third user can manage too, so that the rule about the last manager does not apply.
    await given.user(`third@r${round}.example`, accountId, ['ManageUsers'])
    const [a, b] = await Promise.all([
      portal.signIn(`one@r${round}.example`),
      portal.signIn(`other@r${round}.example`),
    ])
    const answers = await Promise.all([remove(a, other), remove(b, one)])
    expect(statuses(answers)).toEqual([200, 401])
    const { rows } = await portal.system.query(sql`
      select count(*) as left from portal_user where account_id = ${accountId} and deactivated_at is null`)
    expect(rows).toEqual([{ left: 2 }])
  }
})

test('the last manager and the last super admin stay, however many requests compete', async () => {
  const { given } = portal
  await given.company('P1')
  const chief = await given.user('chief@p.example', 'P1', [], [], 'SuperAdmin')
  const deputy = await given.user('deputy@p.example', 'P1', [], [], 'SuperAdmin')
  const [a, b] = await Promise.all([
    portal.signIn('chief@p.example'),
    portal.signIn('deputy@p.example'),
  ])
  const lower = { accountId: 'P1', role: 'User', permissions: ['ManageUsers'] }
  const demote = (who: Browser, userId: string) =>
    who.post('/api/admin/update-user', { payload: { userId, ...lower } })
  const answers = await Promise.all([demote(a, deputy), demote(b, chief)])
  expect(statuses(answers).filter((status) => status === 200)).toHaveLength(1)
  const { rows } = await portal.system.query<{ email: string }>(sql`
    select email from portal_user where role = 'SuperAdmin' and deactivated_at is null`)
  expect(rows).toHaveLength(1)

  // In every way the database keeps the last super admin.
  const last = portal.system.query(
    sql`update portal_user set deactivated_at = now() where email = ${rows[0]!.email}`,
  )
  await expect(last).rejects.toThrow('the portal keeps at least one super admin')
})

test('one of two super admins who remove each other always stays', async () => {
  const { given } = portal
  await given.company('Q1')
  await given.company('Q2')
  const one = await given.user('x@q1.example', 'Q1', [], [], 'SuperAdmin')
  const other = await given.user('y@q2.example', 'Q2', [], [], 'SuperAdmin')
  // No other super admin may exist, and a manager exists so that the other rule does not apply.
  await given.user('m@q1.example', 'Q1', ['ManageUsers'])
  await given.user('m@q2.example', 'Q2', ['ManageUsers'])
  await portal.system.query(sql`
    update portal_user set role = 'User' where role = 'SuperAdmin' and account_id = 'P1'`)
  const [a, b] = await Promise.all([portal.signIn('x@q1.example'), portal.signIn('y@q2.example')])
  const answers = await Promise.all([
    a.send('DELETE', `/api/admin/deactivate?userId=${other}&companyFilter=Q2`),
    b.send('DELETE', `/api/admin/deactivate?userId=${one}&companyFilter=Q1`),
  ])
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  const { rows } = await portal.system.query(
    sql`select email from portal_user where role = 'SuperAdmin' and deactivated_at is null`,
  )
  expect(rows).toHaveLength(1)
})

test('a hundred concurrent toggles end where they started, each recorded once and in order', async () => {
  const { given } = portal
  await given.company('T1')
  await given.user('boss@t.example', 'T1', ['ManageUsers', 'AccessInvoices'], ['Licenses'])
  const userId = await given.user('ana@t.example', 'T1', ['AccessInvoices'], [])
  const invoiceCategoryId = await given.category('Licenses')
  const boss = await portal.signIn('boss@t.example')
  // As many calls at once as a busy machine serves before waiting for a connection times out.
  for (let wave = 0; wave < 5; wave += 1) {
    const payload = { userId, invoiceCategoryId }
    const toggle = () => boss.post('/api/invoice/invoice-categories/toggle', { payload })
    const answers = await Promise.all(Array.from({ length: 20 }, toggle))
    expect(new Set(statuses(answers))).toEqual(new Set([200]))
  }
  const { rows } = await portal.system.query<{ held: number; log: string[] }>(sql`
    select (select count(*) from user_category where user_id = ${userId}) as held,
           array(select split_part(h.description, ' ', 1) from history_entry h
                   join history_seal s on s.account_id = h.account_id and s.entry_id = h.id
                  where h.account_id = 'T1' and h.entry_type = 'Categories Changed'
                  order by s.position) as log`)
  expect(rows[0]!.held).toBe(0)
  expect(rows[0]!.log).toEqual(Array.from({ length: 100 }, (_, at) => (at % 2 ? 'Took' : 'Gave')))
})
