import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../../tools/random-tests.ts'
import { pagePathOf } from '../session/page-paths.ts'
import { permissions } from '../session/permissions.ts'
import { newsKinds, type Home } from './home.schema.ts'
import { sayNews } from './news.ts'
import { workList } from './work-list.ts'

const instant = '2026-11-20T14:03:11.482Z'
const name = fc.constantFrom('MTS-1', 'a/b?c=d#e', '../x', '\u202etxt', '<b>', 'שלום')
const count = fc.integer({ min: 0, max: 3 })
const amount = fc.constantFrom(0, 12.5, 1000)
const due = fc.record({
  currencyIsoCode: fc.constantFrom('USD', 'EUR', 'KWD'),
  overdue: amount,
  overdueCount: count,
  oldestDays: fc.integer({ min: 0, max: 99 }),
  soon: amount,
  soonCount: count,
  soonDay: fc.constantFrom(null, '2026-11-27'),
  later: amount,
  credits: fc.constant(0),
  total: amount,
})
const paying = fc.record({
  payable: fc.record({ count, total: amount }),
  isEnrolled: fc.boolean(),
  card: fc.option(fc.constant({ brand: 'visa', last4Digits: '4242' })),
  cardNotice: fc.constantFrom(
    null,
    'missing' as const,
    'stopped' as const,
    'expired' as const,
    'soon' as const,
  ),
  cardLastDay: fc.constantFrom(null, '2026-11-30'),
  nextRun: fc.option(
    fc.record({ runsAt: fc.constant(instant), count, total: amount, overdueCount: count }),
  ),
  notCovered: count,
  hidden: count,
})
const few = <T>(one: fc.Arbitrary<T>, selector: (value: T) => unknown) =>
  fc.uniqueArray(one, { maxLength: 3, selector })
const anyHome: fc.Arbitrary<Home> = fc.record({
  today: fc.constant('2026-11-22'),
  lastVisit: fc.constantFrom(null, instant),
  due: fc.option(few(due, ({ currencyIsoCode }) => currencyIsoCode)),
  isOfVisible: fc.boolean(),
  paying: fc.option(paying),
  asked: few(
    fc.record({
      invoiceNumber: name,
      amount,
      currencyIsoCode: fc.constant('USD'),
      since: fc.constant(instant),
      isInBatch: fc.boolean(),
    }),
    ({ invoiceNumber }) => invoiceNumber,
  ),
  approvals: fc.option(fc.record({ count, total: amount, ids: few(name, String) })),
  accessRequests: few(
    fc.record({
      userId: fc.uuid(),
      userName: name,
      permission: fc.constantFrom(...permissions),
      createdDate: fc.constant(instant),
    }),
    ({ userId }) => userId,
  ),
  drafts: few(
    fc.record({
      id: fc.integer({ min: 1, max: 9 }),
      savedBy: name,
      itemCount: count,
      createdDate: fc.constant(instant),
    }),
    ({ id }) => id,
  ),
  draftCount: fc.integer({ min: 0, max: 9 }),
  unsentItems: count,
  unsentDraft: fc.constantFrom(null, 7),
  refusedRecipients: few(
    fc.record({ email: fc.emailAddress(), since: fc.constant(instant) }),
    ({ email }) => email,
  ),
  news: fc.constant([]),
  hasMoreNews: fc.boolean(),
})

const isPage = (path: string) => pagePathOf(path.split('?')[0]!) !== undefined

test('each task is listed once, leads to a page, and comes only from a part that the user may see', () => {
  fc.assert(
    fc.property(anyHome, (home) => {
      const tasks = workList(home)
      expect(new Set(tasks.map(({ key }) => key)).size).toBe(tasks.length)
      for (const task of tasks) {
        expect(isPage(task.path)).toBe(true)
        expect(task.sums.every((sum) => sum.amount !== 0) || task.kind === 'asked').toBe(true)
      }
      const kinds = new Set(tasks.map(({ kind }) => kind))
      const counted = (key: 'overdueCount' | 'soonCount') =>
        (home.due ?? []).some((sum) => sum[key] > 0)
      expect(kinds.has('overdue')).toBe(counted('overdueCount'))
      expect(kinds.has('soon')).toBe(counted('soonCount'))
      expect(kinds.has('card')).toBe(Boolean(home.paying?.cardNotice))
      expect(kinds.has('approvals')).toBe((home.approvals?.count ?? 0) > 0)
      // Only a user who can pay something is sent to a payment.
      const canPay = counted('overdueCount') && (home.paying?.payable.count ?? 0) > 0
      expect(tasks.some(({ path }) => path.includes('payAll=overdue'))).toBe(canPay)
    }),
    { numRuns: runs(500) },
  )
})

test('three of a kind are listed, more are one task that says how many', () => {
  const asked = {
    userId: '1',
    userName: 'Ann',
    permission: 'AccessErfs',
    createdDate: instant,
  } as const
  const titlesOf = (count: number) => {
    const nths = Array.from({ length: count }, (_, nth) => String(nth))
    const home = {
      ...emptyHome,
      accessRequests: nths.map((userId) => ({ ...asked, userId })),
      refusedRecipients: nths.map((nth) => ({ email: `a${nth}@x.example`, since: instant })),
    }
    return workList(home).map(({ title }) => title)
  }
  expect(titlesOf(3)).toHaveLength(6)
  for (const count of [4, 14])
    expect(titlesOf(count)).toEqual([
      `${count} requests for access wait`,
      `Emails to ${count} addresses are refused`,
    ])
})

test('what costs something comes first, and only that has a color', () => {
  fc.assert(
    fc.property(anyHome, (home) => {
      const order = [
        'overdue',
        'card',
        'asked',
        'soon',
        'accessRequest',
        'approvals',
        'unsent',
        'draft',
        'recipient',
      ]
      const places = workList(home).map(({ kind }) => order.indexOf(kind))
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      const isPlain = ['accessRequest', 'approvals', 'unsent', 'draft']
      const colored = workList(home).filter(({ tone }) => tone !== 'plain')
      expect(colored.filter(({ kind }) => isPlain.includes(kind))).toEqual([])
    }),
    { numRuns: runs(200) },
  )
})

test('every kind of news is a sentence that leads to a page', () => {
  for (const kind of newsKinds)
    for (const count of [1, 4]) {
      const names = kind.startsWith('access') ? ['PayInvoices'] : ['a/b?c']
      const sums = [{ currencyIsoCode: 'USD', amount: 12.5 }]
      const said = sayNews({ kind, at: instant, count, names, sums, by: 'Ana', detail: '' })
      expect(isPage(said.path)).toBe(true)
      expect(said.title).not.toMatch(/undefined|null|\s\s/)
    }
})

const overdue = { overdue: 300, overdueCount: 3, oldestDays: 45 }
const rest = { soon: 0, soonCount: 0, soonDay: null, later: 0, credits: 0, total: 300 }
const payable = { count: 2, total: 200 }
const payer = { isEnrolled: false, card: null, cardNotice: null, cardLastDay: null }
const noRun = { nextRun: null, notCovered: 0, hidden: 0 }

test('the words of an overdue balance that AutoPay charges', () => {
  const run = { runsAt: '2026-11-22T21:00:00.000Z', count: 2, total: 200, overdueCount: 2 }
  const [task] = workList({
    ...emptyHome,
    due: [{ currencyIsoCode: 'USD', ...overdue, ...rest }],
    paying: { payable, ...payer, isEnrolled: true, ...noRun, nextRun: run },
  })
  expect(task).toMatchObject({
    tone: 'danger',
    title: '3 invoices are overdue',
    detail: 'The oldest for 45 days. AutoPay charges 2 of them on 11/22/2026.',
    verb: 'Pay now',
    path: '/invoices?due=overdue&payAll=overdue',
  })
})

test('what a card cannot pay is named, if something else can be paid', () => {
  const due = ['USD', 'EUR', 'GBP'].map((currencyIsoCode) => ({
    currencyIsoCode,
    ...overdue,
    ...rest,
  }))
  const words = (paying: Home['paying']) => {
    const [task] = workList({ ...emptyHome, due, paying })
    return [task?.detail, task?.verb]
  }
  expect(words({ payable, ...payer, ...noRun })).toEqual([
    'The oldest for 45 days. Pay EUR, GBP by bank transfer.',
    'Pay USD now',
  ])
  expect(words({ payable: { count: 0, total: 0 }, ...payer, ...noRun })).toEqual([
    'The oldest for 45 days.',
    'See them',
  ])
})

const emptyHome: Home = {
  today: '2026-11-22',
  lastVisit: null,
  due: null,
  isOfVisible: false,
  paying: null,
  asked: [],
  approvals: null,
  accessRequests: [],
  drafts: [],
  draftCount: 0,
  unsentItems: 0,
  unsentDraft: null,
  refusedRecipients: [],
  news: [],
  hasMoreNews: false,
}
