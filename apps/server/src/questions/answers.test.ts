import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Home } from '@portal/domain/home/home.schema'
import type { InvoiceQuestion } from '@portal/domain/questions/questions.schema'
import { startDesk, type Desk } from '../../test/attention/attention-desk.ts'
import { queuedMails } from '../../test/portal/mails.ts'
import type { Browser, TestPortal } from '../../test/portal/portal.ts'
import { readFigures } from '../integration/business-metrics.ts'
import { answerTo, invoiceOf, questionDesk } from '../../test/questions/questions.ts'

let attention: Desk
let portal: TestPortal
let desk: ReturnType<typeof questionDesk>
let ana: Browser
let bo: Browser

beforeAll(async () => {
  attention = await startDesk()
  ;({ portal } = attention)
  desk = questionDesk(portal)
  const { given } = portal
  for (const accountId of ['A1', 'B1']) await given.company(accountId)
  ana = await portal.person('ana@a.example', 'A1', ['AccessInvoices'], ['Licenses', 'Hosting'])
  bo = await portal.person('bo@a.example', 'A1', ['AccessInvoices'], ['Licenses'])
})
afterAll(() => portal.close())

let count = 0
const pro = { productName: 'TT Pro', quantity: 1, total: '100.00' }
const gateway = { productName: 'TT Gateway', quantity: 1, total: '250.00' }
const support = { productName: 'Support', total: '9.00' }

async function asked(who = ana, query = '') {
  const number = `ANS-${(count += 1)}`
  await desk.take(invoiceOf(number, [pro, gateway, pro]))
  const answer = await desk.ask(who, number, 1, 'Why?', { query })
  expect(answer.statusCode).toBe(200)
  return { number, id: answer.json<InvoiceQuestion>().id }
}
const shown = async (number: string) => (await desk.list(ana, number))[0]!
const mailsOf = (id: string) => queuedMails(portal, sql`about like ${`answer ${id}%`}`)
async function verdictOf(...records: object[]) {
  const counts = (await desk.take(...records)).kinds.get('invoiceAnswer')!
  return Object.entries(counts).flatMap(([verdict, number]) => (number > 0 ? [verdict] : []))
}

test('an answer is shown to all readers, and the person who asked gets one mail, also after a second import', async () => {
  const { number, id } = await asked()
  const text = 'It is the month of the setup.\nThe next one is whole.'
  const by = { answeredBy: 'Nora Lind', date: '2026-11-20T10:00:00+01:00' }
  const record = answerTo(id, text, by)
  expect(await verdictOf(record)).toEqual(['inserted'])
  const answer = { text, by: 'Nora Lind', at: '2026-11-20T09:00:00.000Z' }
  for (const who of [ana, bo])
    expect((await desk.list(who, number)).map((one) => one.answer)).toEqual([answer])
  await desk.tell()
  expect(await verdictOf(record)).toEqual(['unchanged'])
  // Only the date of the record differs.
  expect(await verdictOf({ ...record, date: '2026-11-21T10:00:00Z' })).toEqual(['unchanged'])
  await desk.tell()
  const mails = await mailsOf(id)
  const head = { recipient: 'ana@a.example', subject: `Your question was answered, ${number}` }
  expect(mails).toMatchObject([{ accountId: 'A1', kind: 'answers', ...head }])
  for (const part of [
    'You asked about: line 1: TT Pro',
    'Answer: It is the month of the setup. The next one is whole.',
    'Answered by: Nora Lind',
    `${portal.origin}/invoices/detail/${number}\n`,
  ])
    expect(mails[0]!.text).toContain(part)
  expect((await desk.history('A1')).filter((line) => line.includes(number)).slice(1)).toEqual([
    `Question Answered, Import: The question of ana Test about line 1: TT Pro of invoice ${number} was answered`,
  ])
})

test('a newer answer replaces the previous one and is mailed; an older one changes nothing', async () => {
  const { number, id } = await asked()
  const dated = (answer: string, day: number) =>
    answerTo(id, answer, { date: `2026-11-${day}T09:00:00Z` })
  for (const [record, verdict] of [
    [dated('First.', 10), 'inserted'],
    [dated('Second.', 12), 'updated'],
    [dated('Older.', 11), 'stale'],
    // The first answer again, with a later date than the second.
    [dated('First.', 10), 'stale'],
  ] as const) {
    expect(await verdictOf(record)).toEqual([verdict])
    await desk.tell()
  }
  expect((await shown(number)).answer).toMatchObject({ text: 'Second.', by: '' })
  expect(await verdictOf(answerTo(id, 'Without a date.'))).toEqual(['updated'])
  expect(await verdictOf(dated('Older.', 11))).toEqual(['stale'])
  await desk.tell()
  // The answer that arrives last; its mail was sent before.
  expect(await verdictOf(dated('Second.', 13))).toEqual(['updated'])
  await desk.tell()
  expect((await mailsOf(id)).map(({ text }) => /Answer: (.*)/.exec(text)?.[1])).toEqual([
    'First.',
    'Second.',
    'Without a date.',
  ])
})

test('two answers in one import are rejected unless they are equal; then the newest date counts', async () => {
  const { number, id } = await asked()
  const both = await desk.imported(answerTo(id, 'Yes.'), answerTo(id, 'No.'))
  expect(both).toMatchObject({ outcome: 'refused', rejected: 2 })
  const copies = [10, 14].map((day) => answerTo(id, 'Yes.', { date: `2026-11-${day}T09:00:00Z` }))
  expect(await verdictOf(...copies)).toEqual(['inserted', 'unchanged'])
  expect(await verdictOf(answerTo(id, 'No.', { date: '2026-11-12T09:00:00Z' }))).toEqual(['stale'])
  expect((await shown(number)).answer?.text).toBe('Yes.')
})

test('an answer to an unknown question, or one of another company, is rejected with its line and field', async () => {
  const { number, id } = await asked()
  const unknown = randomUUID()
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  const { firstRejects, outcome } = await desk.imported(
    { ...answerTo(id, 'Yes.'), accountId: 'B1' },
    answerTo(unknown, 'Yes.'),
    answerTo(id, '  '),
    answerTo(id, 'Yes.', { date: soon }),
  )
  expect(outcome).toBe('refused')
  expect(firstRejects.map(({ line, field, reason }) => `${line} ${field} ${reason}`)).toEqual(
    expect.arrayContaining([
      '1 questionId belongs to another company: A1',
      `2 questionId names no question of the portal: ${unknown}`,
      '3 answer is blank',
      "4 date lies more than 5 minutes ahead of the portal's clock",
    ]),
  )
  expect((await shown(number)).answer).toBeNull()
})

test('a person who may no longer see the invoice, or turned the kind off, gets no mail', async () => {
  const { system } = portal
  const [hidden, gone, off, withdrawn] = [
    await asked(),
    await asked(),
    await asked(),
    await asked(),
  ]
  await desk.take(invoiceOf(hidden.number, [pro], { invoiceCategory: 'Market Data' }))
  await desk.take({ record: 'delete', kind: 'invoice', key: gone.number })
  await desk.withdraw(ana, withdrawn.id)
  for (const { id } of [hidden, gone, withdrawn]) await desk.take(answerTo(id, 'Yes.'))
  await desk.tell()
  await ana.send('PUT', '/api/notifications', { payload: { kind: 'answers', isOn: false } })
  const choices = (await ana.get('/api/notifications')).json<{ choices: object[] }>().choices
  expect(choices).toContainEqual({ kind: 'answers', isOn: false })
  await desk.take(answerTo(off.id, 'Yes.'))
  await desk.tell()
  await system.query(`delete from mail_address`)
  for (const { id } of [hidden, gone, off, withdrawn]) expect(await mailsOf(id)).toEqual([])
  // The answer to a withdrawn question is shown anyway.
  expect(await shown(withdrawn.number)).toMatchObject({
    withdrawnAt: expect.any(String),
    answer: { text: 'Yes.' },
  })
  const left = await asked(bo)
  const permit = (permissions: string) =>
    system.query(
      sql`update portal_user set permissions = ${permissions} where email = 'bo@a.example'`,
    )
  await permit('{}')
  await desk.take(answerTo(left.id, 'Yes.'))
  await desk.tell()
  await permit('{AccessInvoices}')
  await desk.tell()
  expect(await mailsOf(left.id)).toEqual([])
})

test('a super admin who asked on behalf of a company gets the answer, and can turn such mails off for that company', async () => {
  const { id } = await asked(attention.maya, '?companyFilter=A1')
  await desk.take(answerTo(id, 'Yes.'))
  await desk.tell()
  expect(await mailsOf(id)).toMatchObject([{ accountId: 'A1', recipient: 'maya@p.example' }])
  const read = async (query: string) =>
    (await attention.maya.get(`/api/notifications${query}`)).json<{ choices: object[] }>().choices
  expect(await read('?companyFilter=A1')).toContainEqual({ kind: 'answers', isOn: true })
  expect(await read('?companyFilter=B1')).not.toContainEqual({ kind: 'answers', isOn: true })
})

test('an answered question can no longer be withdrawn', async () => {
  const { id } = await asked()
  await desk.take(answerTo(id, 'Yes.'))
  const answer = await desk.withdraw(ana, id)
  expect([answer.statusCode, answer.json()]).toEqual([
    409,
    { message: 'The provider has answered this question in the meantime.' },
  ])
})

test('a question follows its line through imports, and is marked when no line has the same content', async () => {
  const { number } = await asked()
  await desk.ask(bo, number, 3, 'And this one?')
  expect((await desk.list(ana, number)).map(({ placeNow }) => placeNow)).toEqual([1, 3])
  const placeAfter = async (...lineItems: object[]) => {
    await desk.take(invoiceOf(number, lineItems))
    const { position, placeNow, line } = await shown(number)
    expect([position, line.productName, line.total]).toEqual([1, 'TT Pro', 100])
    return placeNow
  }
  const dearer = { ...pro, total: '101.00' }
  for (const [now, place] of [
    [[support, pro, pro], 2],
    [[support, gateway, pro], 3],
    [[pro, gateway], 1],
    [[dearer, gateway], null],
    [[{ ...pro, userName: 'kim' }], null],
    [[], null],
  ] as const)
    expect(await placeAfter(...now)).toBe(place)
  await desk.take({ record: 'delete', kind: 'invoice', key: number })
  expect((await ana.get(`/api/invoice/details/${number}/questions`)).statusCode).toBe(404)
  expect(await placeAfter(pro)).toBe(1)
})

test('super admins see questions that have waited three days, until they are answered or withdrawn', async () => {
  await portal.system.query(`delete from invoice_question`)
  const [first, second, third, young] = [await asked(), await asked(), await asked(), await asked()]
  await portal.system.query(sql`
    update invoice_question set asked_at = now() - interval '73 hours' where id <> ${young.id}`)
  const listed = async () => (await attention.list('questions')).map(({ id }) => id).toSorted()
  const before = await attention.count()
  expect(await listed()).toEqual([first.id, second.id, third.id].toSorted())
  expect(await attention.item('questions', first.number)).toMatchObject({
    accountId: 'A1',
    invoiceNumber: first.number,
    detail: 'ana Test asked about line 1',
    canAct: false,
  })
  expect((await readFigures(portal.system)).portal_questions_waiting).toBe(3)
  await desk.withdraw(ana, first.id)
  await desk.take(answerTo(second.id, 'Yes.'))
  // No user can read an answer about an invoice that no longer exists.
  await desk.take({ record: 'delete', kind: 'invoice', key: third.number })
  expect(await listed()).toEqual([])
  expect(await attention.count()).toBe(before - 3)
})

test('an answer is news only on the home page of the person who asked', async () => {
  const home = async (who: Browser) => (await who.get('/api/home')).json<Home>()
  for (const who of [ana, bo]) await home(who)
  await portal.system.query(`update home_visit set seen_at = seen_at - interval '31 minutes'`)
  const { number, id } = await asked()
  await desk.take(answerTo(id, 'Yes.', { answeredBy: 'Nora Lind' }))
  const answered = async (who: Browser) =>
    (await home(who)).news.filter(({ kind, names }) => kind === 'answered' && names[0] === number)
  expect(await answered(ana)).toMatchObject([{ detail: 'Line 1: TT Pro', by: 'Nora Lind' }])
  expect(await answered(bo)).toEqual([])
})
