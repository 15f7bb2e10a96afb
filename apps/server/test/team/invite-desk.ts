import { beforeAll, beforeEach, expect } from 'vitest'
import sql from 'sql-template-tag'
import type { Permission } from '@portal/domain/kernel/permissions'
import type { Invite, ShownInvite } from '@portal/domain/team/invites.schema'
import type { Browser, TestPortal } from '../portal/portal.ts'
import { testPortal } from '../portal/test-portal.ts'

/** The running test: its number, a company managed by Boss, and a company that people leave. */
export let count = 0
export let accountId: string
export let oldAccount: string
export let boss: Browser
export let bossId: string
export let licenses: number
export let data: number
let portal: TestPortal

export const company = '<b>Newcorp</b>'
export const paying: Permission[] = ['AccessInvoices', 'PayInvoices']
export const managing: Permission[] = ['ManageUsers', ...paying]

/** The portal of a test file; each test has new companies. */
export function invitePortal(): TestPortal {
  const own = testPortal()
  beforeAll(async () => {
    portal = own
    licenses = await portal.given.category('Licenses')
    data = await portal.given.category('Data')
    await portal.given.company('P1', 'Provider')
    await portal.given.user('keeper@p.example', 'P1', [], [], 'SuperAdmin')
  })
  beforeEach(newCompanies)
  return own
}

async function newCompanies() {
  const { given } = portal
  count += 1
  accountId = `N${count}`
  oldAccount = `O${count}`
  await given.company(accountId, company)
  await given.company(oldAccount, 'Oldcorp')
  bossId = await given.user(`boss${count}@n.example`, accountId, managing, ['Licenses'])
  await given.user(`keeper${count}@o.example`, oldAccount, ['ManageUsers'])
  boss = await portal.signIn(`boss${count}@n.example`)
}

export const nina = () => `nina${count}@x.example`
export const send = (body: object = {}, who = boss) => {
  const granted = { permissions: paying, invoiceCategories: [licenses] }
  const payload = { email: nina(), accountId, ...granted, ...body }
  return who.post('/api/invite/invite', { payload })
}
export const invite = async (body: object = {}, who = boss) => {
  const answer = await send(body, who)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Invite>()
}
export const list = async () => (await boss.get('/api/invite')).json<Invite[]>()
export const revoke = async (code: string) =>
  (await boss.send('DELETE', `/api/invite/rescind/${code}`)).statusCode
export const check = (who: Browser, code: string) => who.get(`/api/invite/check/${code}`)
export const accept = (who: Browser, code: string, shown?: ShownInvite) =>
  who.post(`/api/invite/accept?InviteCode=${code}`, { payload: { shown } })
/** Returns the responses of both calls to a person. */
export async function bothCalls(code: string, who: Browser) {
  const answers = [await check(who, code), await accept(who, code)]
  return answers.map((one) => [one.statusCode, one.json<{ message?: string }>().message])
}
export const both = (status: number, message: string) => [
  [status, message],
  [status, message],
]

export async function history(of = accountId): Promise<string[]> {
  const { rows } = await portal.system.query<{ entry: string }>(sql`
    select entry_type || ': ' || description as entry from history_entry
     where account_id = ${of} and (category = 'Invite' or entry_type = 'User Left') order by id`)
  return rows.map(({ entry }) => entry)
}

export const superAdmin = () =>
  portal.person(`chief${count}@p.example`, 'P1', ['ManageUsers'], [], 'SuperAdmin')
