import { expect, test } from 'vitest'
import { pagePathOf } from '../session/page-paths.ts'
import { newsKinds, type Home } from './home.schema.ts'
import { describeNews } from './news.ts'
import { workList } from './work-list.ts'

const instant = '2026-11-20T14:03:11.482Z'
const isPage = (path: string) => pagePathOf(path.split('?')[0]!) !== undefined

const odd = 'a/b?c=d#e'
const busy = (): Home => ({
  ...emptyHome,
  due: [
    { currencyIsoCode: 'USD', ...overdue, ...rest },
    // An overdue amount together with a credit.
    { currencyIsoCode: 'EUR', ...overdue, ...rest, overdue: 0, soon: 5, soonCount: 2 },
  ],
  paying: { payable, ...payer, cardNotice: 'missing', ...noRun },
  asked: [false, true].map((isInBatch) => ({
    invoiceNumber: `${odd}${isInBatch}`,
    amount: 0,
    currencyIsoCode: 'USD',
    since: instant,
    isInBatch,
  })),
  approvals: { count: 1, total: 0, ids: [odd] },
  accessRequests: [
    { userId: '1', userName: odd, permission: 'AccessErfs', createdDate: instant },
    { userId: '1', userName: odd, permission: 'PayInvoices', createdDate: instant },
  ],
  drafts: [{ id: 5, savedBy: odd, itemCount: 1, createdDate: instant }],
  draftCount: 3,
  unsentItems: 1,
  unsentDraft: 7,
  refusedRecipients: ['a&b@x.example', 'c@x.example'].map((email) => ({ email, since: instant })),
})

test('tasks with costs come first and are colored; each task leads to its page', () => {
  const tasks = workList(busy())
  expect(tasks.map(({ kind, tone, path }) => `${kind} ${tone} ${path}`)).toEqual([
    'overdue danger /invoices?due=overdue&payAll=overdue',
    'card warn /payments',
    'asked warn /invoices/detail/a%2Fb%3Fc%3Dd%23efalse?pay=open',
    'asked warn /invoices?payAll=result',
    'soon warn /invoices?due=7',
    'accessRequest plain /users?open=1',
    'accessRequest plain /users?open=1',
    'approvals plain /erf/detail/a%2Fb%3Fc%3Dd%23e',
    'unsent plain /licenses?draft=7',
    'draft plain /licenses?draft=5',
    'draft plain /licenses?status=Draft',
    'recipient warn /payments?tab=recipients',
    'recipient warn /payments?tab=recipients',
  ])
  expect(new Set(tasks.map(({ key }) => key)).size).toBe(tasks.length)
  for (const { path } of tasks) expect(isPage(path), path).toBe(true)
  expect(tasks.map(({ sums }) => sums.length)).toEqual([1, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0])
})

test('an area without waiting items, or that the user may not see, has no task', () => {
  expect(workList(emptyHome)).toEqual([])
  const { paying } = busy()
  const nothingDue = [{ currencyIsoCode: 'USD', ...rest, ...noneOverdue }]
  const approvals = { count: 0, total: 0, ids: [] }
  const idle = {
    ...emptyHome,
    due: nothingDue,
    paying: { ...paying!, cardNotice: null },
    approvals,
  }
  expect(workList(idle)).toEqual([])
  const unseen = workList({ ...busy(), paying: null }).map(({ path }) => path)
  expect(unseen).toEqual(
    expect.arrayContaining(['/invoices?due=overdue', '/users?q=c%40x.example']),
  )
  expect(unseen).not.toContain('/payments')
})

test('three tasks of a kind are listed; more become one task with their number', () => {
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

test('every kind of news is a sentence that leads to a page', () => {
  for (const kind of newsKinds)
    for (const count of [1, 4]) {
      const names = kind.startsWith('access') ? ['PayInvoices'] : ['a/b?c']
      const sums = [{ currencyIsoCode: 'USD', amount: 12.5 }]
      const text = describeNews({ kind, at: instant, count, names, sums, by: 'Ana', detail: '' })
      expect(isPage(text.path)).toBe(true)
      expect(text.title).not.toMatch(/undefined|null|\s\s/)
    }
})

const overdue = { overdue: 300, overdueCount: 3, oldestDays: 45 }
const noneOverdue = { overdue: 0, overdueCount: 0, oldestDays: 0 }
const rest = { soon: 0, soonCount: 0, soonDay: null, later: 0, credits: 0, total: 300 }
const payable = { count: 2, total: 200 }
const payer = { isEnrolled: false, card: null, cardNotice: null, cardLastDay: null }
const noRun = { nextRun: null, notCovered: 0, hidden: 0 }

test('the text of an overdue balance that AutoPay charges', () => {
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

test('the amount that a card cannot pay is named if another amount can be paid', () => {
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
