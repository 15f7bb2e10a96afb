import sql from 'sql-template-tag'
import { beforeAll, expect, test } from 'vitest'
import type { Home } from '@portal/domain/home/home.schema'
import type { Invoice } from '@portal/domain/invoices/invoices.schema'
import { addDays } from '@portal/domain/kernel/day'
import type { Aging } from '@portal/domain/payments/aging.schema'
import type { Permission } from '@portal/domain/kernel/permissions'
import { givenPayer } from '../../test/payments/payments.ts'
import type { Browser } from '../../test/portal/portal.ts'
import { testClock, testPortal } from '../../test/portal/test-portal.ts'

const portal = testPortal()
const clock = testClock(portal)
const today = new Date().toISOString().slice(0, 10)
const home = async (who: Browser, query = '') => (await who.get(`/api/home${query}`)).json<Home>()

beforeAll(async () => {
  await portal.given.company('H1')
})

/** Moves the last view of all users into the past: the next view begins another visit. */
const later = () =>
  portal.system.query(`update home_visit set seen_at = seen_at - interval '31 minutes'`)

async function person(name: string, permissions: Permission[], categories = ['Licenses']) {
  return portal.person(`${name}@h1.example`, 'H1', permissions, categories)
}

test('without permissions the page is empty; each permission adds its part', async () => {
  const noLists = { asked: [], accessRequests: [], refusedRecipients: [], news: [] }
  const rest = { ...noLists, due: null, paying: null, approvals: null, unsentItems: 0 }
  const nothing = { ...rest, drafts: [], draftCount: 0 }
  await person('nora', [])
  await portal.given.invoice('H1', 'H-SEEN', { due: addDays(today, -3) })
  await portal.given.equipment('H1', 'ER-1')
  await portal.system.query(sql`
    insert into license_order (account_id, status, requestor_name) values ('H1', 'Draft', 'Nina')`)
  await portal.system.query(sql`
    insert into access_request (account_id, user_id, permission)
    select account_id, id, 'AccessErfs' from portal_user where email = 'nora@h1.example'`)
  await portal.system.query(`
    insert into external_recipient (account_id, email) values ('H1', 'gone@h1.example');
    insert into mail_address (account_id, email, refused_at)
    values ('H1', 'gone@h1.example', now()), ('H1', 'nora@h1.example', now() - interval '1 day')`)
  const none = await portal.signIn('nora@h1.example')
  expect(await home(none)).toMatchObject(nothing)
  expect(await home(await person('lia', ['AccessLicenses']))).toMatchObject({
    ...rest,
    drafts: [{ savedBy: 'Nina', itemCount: 0 }],
    draftCount: 1,
  })
  expect(await home(await person('erik', ['AccessErfs']))).toMatchObject({
    ...nothing,
    approvals: { count: 1, total: 1700.5, ids: ['ER-1'] },
  })
  expect(await home(await person('mia', ['ManageUsers']))).toMatchObject({
    ...nothing,
    accessRequests: [{ userName: 'nora Test', permission: 'AccessErfs' }],
    refusedRecipients: [{ email: 'gone@h1.example' }, { email: 'nora@h1.example' }],
  })
  expect(await home(await person('ivo', ['AccessInvoices']))).toMatchObject({
    ...nothing,
    due: [{ overdue: 100, overdueCount: 1, oldestDays: 3 }],
  })
  const payer = await home(await person('pam', ['AccessInvoices', 'PayInvoices']))
  expect(payer).toMatchObject({
    due: [{ overdue: 100 }],
    paying: { payable: { count: 1, total: 100 }, isEnrolled: false, nextRun: null, card: null },
    refusedRecipients: [{ email: 'gone@h1.example' }],
  })
})

test('the sums equal the balance by age, and the counts equal the list, category by category', async () => {
  await portal.given.company('H3')
  const dues = [-400, -31, -1, 0, 7, 8, 90, null]
  const currencies = ['USD', 'EUR', 'JPY', 'KWD']
  let nth = 0
  for (const due of dues)
    for (const currency of currencies)
      await portal.given.invoice('H3', `S-${++nth}`, {
        due: due === null ? null : addDays(today, due),
        currency,
        balance: (nth % 5 === 0 ? -1 : 1) * (1000 + nth),
        category: nth % 3 === 0 ? 'Market Data' : 'Licenses',
        charged: nth % 7 === 0,
      })
  await portal.given.user('all@h3.example', 'H3', ['AccessInvoices'], ['Licenses', 'Market Data'])
  await portal.given.user('some@h3.example', 'H3', ['AccessInvoices'], ['Market Data'])
  for (const [email, seesSome] of [
    ['all@h3.example', false],
    ['some@h3.example', true],
  ] as const) {
    const who = await portal.signIn(email)
    const { due, isOfVisible } = await home(who)
    const aging = (await who.get('/api/invoice/aging')).json<Aging>()
    expect([isOfVisible, aging.isOfVisible]).toEqual([seesSome, seesSome])
    const list = (await who.get('/api/invoice')).json<Invoice[]>()
    const byCurrency = (currency: string, key: 'total' | '1-30' | '31-60' | '61-90' | '90+') =>
      aging.subsidiaries.reduce((sum, { currencies: of }) => sum + (of[currency]?.[key] ?? 0), 0)
    expect(due?.map(({ currencyIsoCode }) => currencyIsoCode).toSorted()).toEqual(
      [...new Set(aging.subsidiaries.flatMap(({ currencies: of }) => Object.keys(of)))].toSorted(),
    )
    for (const sum of due ?? []) {
      const code = sum.currencyIsoCode
      const late = (['1-30', '31-60', '61-90', '90+'] as const).map((key) => byCurrency(code, key))
      expect(sum.total).toBeCloseTo(byCurrency(code, 'total'), 5)
      const overdue = late.reduce((one, other) => one + other, 0)
      expect(sum.overdue).toBeCloseTo(overdue, 5)
      const open = list.filter(
        (one) => one.currencyIsoCode === code && one.balanceDue > 0 && !one.hasBeenCharged,
      )
      const dated = open.flatMap(({ dueDate }) => dueDate ?? [])
      const isSoon = (day: string) => day >= today && day <= addDays(today, 7)
      expect(sum.overdueCount).toBe(dated.filter((day) => day < today).length)
      expect(sum.soonCount).toBe(dated.filter(isSoon).length)
    }
  }
})

test('news are the events since the last visit; a reload within half an hour shows them again', async () => {
  const payer = await givenPayer(portal, 'H4')
  const id = await portal.given.invoice('H4', 'N-OLD')
  expect(await home(payer)).toMatchObject({ lastVisit: null, news: [] })
  await portal.given.invoice('H4', 'N-1', { balance: 5000 })
  await portal.given.invoice('H4', 'N-2', { balance: 700, currency: 'EUR', category: 'Secret' })
  expect((await home(payer)).news).toEqual([])
  await later()
  expect((await payer.post(`/api/invoice/${id}/payment`)).statusCode).toBe(200)
  const first = await home(payer)
  expect(first.lastVisit).not.toBeNull()
  expect(first.news).toMatchObject([
    { kind: 'paid', count: 1, names: ['N-OLD'], sums: [{ amount: 100 }] },
  ])
  await portal.given.invoice('H4', 'N-3', { balance: 900 })
  const again = await home(payer)
  expect(again.news).toMatchObject([
    { kind: 'invoices', count: 1, names: ['N-3'], sums: [{ currencyIsoCode: 'USD', amount: 9 }] },
    { kind: 'paid' },
  ])
  await later()
  // Only the visit was moved into the past, not the payment.
  expect((await home(payer)).news.map(({ kind }) => kind)).toEqual(['paid'])
})

test('a view after more than half an hour begins another visit', async () => {
  const at = (time: string) => `2027-01-10T${time}:00.000Z`
  await portal.given.company('H7')
  const vi = await portal.person('vi@h7.example', 'H7', ['AccessInvoices'], ['Licenses'])
  const look = async (time: string) => {
    await clock.set(at(time))
    const { lastVisit, news } = await home(vi)
    return [lastVisit, news.reduce((sum, { count }) => sum + count, 0)]
  }
  expect(await look('08:00')).toEqual([null, 0])
  await portal.given.invoice('H7', 'L-1')
  expect(await look('08:29')).toEqual([null, 0])
  expect(await look('09:00')).toEqual([at('08:29'), 0])
  await portal.given.invoice('H7', 'L-2')
  expect(await look('09:30')).toEqual([at('08:29'), 1])
  expect(await look('10:01')).toEqual([at('09:30'), 0])
  await clock.release()
})

test('two tabs that open at once are one visit', async () => {
  const payer = await givenPayer(portal, 'H5')
  await home(payer)
  await later()
  await portal.given.invoice('H5', 'T-1')
  const both = await Promise.all([home(payer), home(payer)])
  expect(both.map(({ news }) => news.map(({ names }) => names[0]))).toEqual([['T-1'], ['T-1']])
})

test('a super admin has separate visits in each company, and the visits of users are unchanged', async () => {
  await portal.given.company('P0')
  const root = await portal.person('root@provider.example', 'P0', [], [], 'SuperAdmin')
  const payer = await givenPayer(portal, 'H6')
  await home(payer)
  await home(root, '?companyFilter=H6')
  await later()
  await portal.given.invoice('H6', 'V-1')
  expect((await home(root, '?companyFilter=H6')).news).toMatchObject([{ names: ['V-1'] }])
  expect((await home(root)).news).toEqual([])
  expect((await home(payer)).news).toMatchObject([{ names: ['V-1'] }])
})
