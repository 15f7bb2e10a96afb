import { beforeAll, expect, test } from 'vitest'
import { areas } from '@portal/domain/session/areas'
import { permissions, type Permission } from '@portal/domain/kernel/permissions'
import { deeds, memberView, type Deed } from '@portal/domain/team/member-view'
import type { InvoiceCategory } from '@portal/domain/team/team.schema'
import { policy } from '../../test/access/policy.ts'
import { testPortal } from '../../test/portal/test-portal.ts'

const portal = testPortal()
beforeAll(async () => {
  await portal.given.company('A1')
  for (const category of ['Licenses', 'Data']) {
    await portal.given.category(category)
    await portal.given.invoice('A1', `${category}-1`, { category })
  }
})

/** The calls behind each action, from the policy of all routes. */
const behind: Record<Deed, RegExp> = {
  seeInvoices: /^\/invoice($|\/(details|statements|pdf|xls)\b)/,
  payInvoices: /^\/payment\/card|\/payment$/,
  orderLicenses: /^\/license/,
  answerRequests: /^\/ttnet/,
  manageUsers:
    /^\/(admin\/(users|update-user|deactivate|access-requests)|invite$|invite\/(invite|rescind))/,
  readHistory: /^\/admin\/history/,
}

test('each action needs the permission of the calls behind it', () => {
  for (const deed of Object.keys(deeds) as Deed[]) {
    const calls = policy.filter(({ route }) => behind[deed].test(route))
    const needed = new Set(calls.map(({ access }) => access))
    expect(needed, deed).toEqual(new Set([deeds[deed].access]))
  }
})

test.each<[Permission[]]>([[[]], [['ManageUsers']], [['AccessInvoices']], [[...permissions]]])(
  'the preview of %j has the menu and the categories that the server permits',
  async (held) => {
    const browser = await addMember(held)
    const categories: InvoiceCategory[] = (
      await browser.get('/api/invoice/invoice-categories/user')
    ).json()
    const view = memberView({ role: 'User', permissions: held }, categories, categories)
    const list = await browser.get('/api/invoice')
    const seen = list.statusCode === 200 ? list.json<{ invoiceNumber: string }[]>() : []
    expect(seen.map(({ invoiceNumber }) => invoiceNumber)).toEqual(
      view.categories.map((name) => `${name}-1`),
    )
    expect(view.menu.filter((label) => label !== 'MANAGE')).toEqual(
      areas.filter(({ access }) => held.includes(access)).map(({ label }) => label),
    )
    expect(view.menu.includes('MANAGE')).toBe(
      (await browser.get('/api/admin/users')).statusCode === 200,
    )
  },
)

test('paying without access to invoices is rejected by the database', async () => {
  const all = permissions.filter((one) => one !== 'AccessInvoices')
  for (const held of [['PayInvoices'] as const, all])
    await expect(addMember(held)).rejects.toThrow('paying_needs_invoices')
})

let count = 0
async function addMember(held: readonly Permission[]) {
  const email = `member${(count += 1)}@a.example`
  return portal.person(email, 'A1', [...held], ['Licenses'])
}
