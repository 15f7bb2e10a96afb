import fc from 'fast-check'
import sql from 'sql-template-tag'
import { beforeAll, expect, test } from 'vitest'
import {
  permissionLabels,
  permissions,
  type Permission,
  type Role,
} from '@portal/domain/session/permissions'
import { withPermission } from '@portal/domain/team/grants'
import { runs } from '../../../../tools/random-tests.ts'
import type { Browser } from '../../test/portal.ts'
import { testPortal } from '../../test/test-portal.ts'

const portal = testPortal()
let chief: Browser

beforeAll(async () => {
  await portal.given.company('P1', 'Provider')
  await portal.given.user('chief@p.example', 'P1', [], [], 'SuperAdmin')
  chief = await portal.signIn('chief@p.example')
})

interface Access {
  role: Role
  permissions: readonly Permission[]
  categories: readonly string[]
}
type Box = Permission | 'role' | (typeof categories)[number]
/** A page that an admin has open, showing the members' access at the time it was loaded. */
interface OpenPage {
  browser: Browser
  actor: string
  suffix: string
  shown: Map<string, Access>
}
/** The change that a checkbox makes. */
type Step =
  | { name: string; kind: 'permission'; permission: Permission; isHeld: boolean }
  | { name: string; kind: 'category'; category: string; isHeld: boolean }
  | { name: string; kind: 'role'; role: Role }

const categories = ['Data', 'Licenses'] as const
const members = ['ana', 'ben', 'helper'] as const
const boxes: readonly Box[] = [...permissions, ...categories, 'role']

function stepOf(name: string, box: Box, shown: Access): Step {
  if (box === 'role')
    return { name, kind: 'role', role: shown.role === 'User' ? 'SuperAdmin' : 'User' }
  const category = categories.find((one) => one === box)
  if (category)
    return { name, kind: 'category', category, isHeld: !shown.categories.includes(category) }
  const permission = box as Permission
  return { name, kind: 'permission', permission, isHeld: !shown.permissions.includes(permission) }
}

function after(step: Step, access: Access): Access {
  if (step.kind === 'role') return { ...access, role: step.role }
  if (step.kind === 'permission') {
    const { permission, isHeld } = step
    return { ...access, permissions: withPermission(access.permissions, permission, isHeld) }
  }
  const others = access.categories.filter((one) => one !== step.category)
  return { ...access, categories: step.isHeld ? [...others, step.category] : others }
}

const sorted = ({ role, permissions, categories }: Access): Access => ({
  role,
  permissions: permissions.toSorted(),
  categories: categories.toSorted(),
})
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The history expected of a step: nothing if it changed nothing. */
function linesOf(step: Step, was: Access, is: Access): string[] {
  if (isSame(sorted(was), sorted(is))) return []
  if (step.kind === 'role') {
    const label = { SuperAdmin: 'Super', User: 'User' }
    return [`Changed the role of ${step.name} Test: ${label[was.role]} → ${label[is.role]}`]
  }
  if (step.kind === 'permission')
    return [
      `Changed the permissions of ${step.name} Test: ${listed(was.permissions)} → ${listed(is.permissions)}`,
    ]
  const [gave, to] = step.isHeld ? ['Gave', 'to'] : ['Took', 'from']
  const counts = `${was.categories.length} → ${is.categories.length} categories`
  return [`${gave} the invoice category ${step.category} ${to} ${step.name} Test: ${counts}`]
}

const listed = (held: readonly Permission[]) =>
  permissions
    .filter((one) => held.includes(one))
    .map((one) => permissionLabels[one])
    .join(', ') || 'none'

type Company = Awaited<ReturnType<typeof newCompany>>
let companies = 0

async function newCompany() {
  const { given } = portal
  const accountId = `S${(companies += 1)}`
  await given.company(accountId)
  const all = [...permissions]
  const email = (name: string) => `${name}@${accountId.toLowerCase()}.example`
  const some: Permission[] = ['ManageUsers', 'AccessErfs', 'AccessInvoices']
  await given.user(email('boss'), accountId, all, [...categories])
  const ids: Record<string, string> = {
    ana: await given.user(email('ana'), accountId, ['AccessInvoices'], ['Data']),
    ben: await given.user(email('ben'), accountId, ['AccessErfs']),
    helper: await given.user(email('helper'), accountId, some, ['Data']),
  }
  const categoryIds = {
    Data: await given.category('Data'),
    Licenses: await given.category('Licenses'),
  }
  const pages: OpenPage[] = await Promise.all(
    ['boss', 'helper', 'chief'].map(async (name) => ({
      browser: name === 'chief' ? chief : await portal.signIn(email(name)),
      actor: `${name} Test`,
      suffix: name === 'chief' ? ' (on behalf of the company)' : '',
      shown: new Map<string, Access>(),
    })),
  )
  return { accountId, ids, categoryIds, pages }
}

async function load({ accountId, ids }: Company, page: OpenPage): Promise<void> {
  const { browser, shown } = page
  const query = `companyFilter=${accountId}`
  const users = await browser.get(`/api/admin/users?${query}&page=1&perPage=3000`)
  const held = await browser.post(`/api/invoice/invoice-categories/allusers?${query}`, {
    payload: { userIdList: Object.values(ids) },
  })
  // Without the permission to manage, the open page stays as it is.
  if (users.statusCode !== 200 || held.statusCode !== 200) return
  const categoriesOf = held.json<{ userId: string; categories: { name: string }[] }[]>()
  for (const name of members) {
    const user = users.json<(Access & { id: string })[]>().find(({ id }) => id === ids[name])!
    const of = categoriesOf.find(({ userId }) => userId === ids[name])
    shown.set(name, { ...user, categories: of?.categories.map((one) => one.name) ?? [] })
  }
}

/** Sends a step as the page does. */
async function send({ accountId, ids, categoryIds }: Company, { browser }: OpenPage, step: Step) {
  const userId = ids[step.name]!
  const query = `companyFilter=${accountId}`
  if (step.kind === 'category') {
    const invoiceCategoryId = categoryIds[step.category as keyof typeof categoryIds]
    const payload = { userId, invoiceCategoryId, granted: step.isHeld }
    return browser.post(`/api/invoice/invoice-categories/toggle?${query}`, { payload })
  }
  const change =
    step.kind === 'role'
      ? { role: step.role }
      : { [step.isHeld ? 'grant' : 'revoke']: step.permission }
  const payload = { userId, accountId, ...change }
  return browser.post(`/api/admin/update-user?${query}`, { payload })
}

async function accessNow({ accountId, ids }: Company): Promise<Map<string, Access>> {
  const { rows } = await portal.system.query<Access & { id: string }>(sql`
    select u.id, u.role, u.permissions,
           array(select c.name from user_category h join invoice_category c using (invoice_category_id)
                  where h.account_id = u.account_id and h.user_id = u.id) as categories
      from portal_user u where u.account_id = ${accountId}`)
  return new Map(members.map((name) => [name, sorted(rows.find(({ id }) => id === ids[name])!)]))
}

async function historySince({ accountId }: Company, position: number): Promise<string[]> {
  const { rows } = await portal.system.query<{ line: string }>(sql`
    select e.actor_name || ': ' || e.description as line
      from history_seal s join history_entry e on e.account_id = s.account_id and e.id = s.entry_id
     where s.account_id = ${accountId} and s.position > ${position} order by s.position`)
  return rows.map(({ line }) => line)
}

/** Returns every order in which concurrent changes may have happened. */
function orders<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item) =>
    orders(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
  )
}

/** Replays the steps one after another. Returns the final access and the expected history. */
function replay(truth: Map<string, Access>, done: readonly { page: OpenPage; step: Step }[]) {
  const ends = new Map(truth)
  const lines = done.flatMap(({ page, step }) => {
    const was = ends.get(step.name)!
    const is = sorted(after(step, was))
    ends.set(step.name, is)
    return linesOf(step, was, is).map((line) => `${page.actor}: ${line}${page.suffix}`)
  })
  return { ends, lines }
}

const tick = fc.record({
  page: fc.nat({ max: 2 }),
  name: fc.constantFrom(...members),
  box: fc.constantFrom(...boxes),
})
const reload = fc.record({ reloads: fc.nat({ max: 2 }) })
const atOnce = fc.array(tick, { minLength: 1, maxLength: 3 })

test('admins with stale pages change only what they select, and the history shows exactly that', async () => {
  let stale = 0
  let done = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ weight: 5, arbitrary: atOnce }, { weight: 1, arbitrary: reload }), {
        minLength: 8,
        maxLength: 16,
      }),
      async (moves) => {
        const company = await newCompany()
        for (const page of company.pages) await load(company, page)
        let truth = await accessNow(company)
        let position = 0
        for (const move of moves) {
          if ('reloads' in move) {
            await load(company, company.pages[move.reloads]!)
            continue
          }
          const ticks = move.map(({ page: at, name, box }) => {
            const page = company.pages[at]!
            const shown = page.shown.get(name)!
            if (!isSame(sorted(shown), truth.get(name))) stale += 1
            return { page, step: stepOf(name, box, shown) }
          })
          const answers = await Promise.all(
            ticks.map(({ page, step }) => send(company, page, step)),
          )
          const accepted = ticks.filter((_, at) => answers[at]!.statusCode === 200)
          done += accepted.length
          const now = await accessNow(company)
          const lines = await historySince(company, position)
          const possible = orders(accepted).map((order) => replay(truth, order))
          const actual = { ends: now, lines }
          const match = possible.find(
            (one) => isSame([...one.ends], [...now]) && isSame(one.lines, lines),
          )
          expect(match ?? possible[0]).toEqual(actual)
          truth = now
          position += lines.length
        }
      },
    ),
    { numRuns: runs(30) },
  )
  expect(done).toBeGreaterThan(100)
  expect(stale).toBeGreaterThan(100)
})
