import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { askedLine } from '@portal/domain/questions/ask'
import type { InvoiceQuestion } from '@portal/domain/questions/questions.schema'
import { eventsOf } from '../../test/integration/events.ts'
import { queuedMails } from '../../test/portal/mails.ts'
import type { Browser } from '../../test/portal/portal.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { invoiceOf, questionDesk, questionsEmail } from '../../test/questions/questions.ts'
import { withAccount } from '../platform/database/database.ts'
import { notifyQuestions } from './notify-questions.ts'
import { withdrawQuestion } from './withdraw-question.ts'

const portal = testPortal()
let desk: ReturnType<typeof questionDesk>
let ana: Browser
let anaId: string
let bo: Browser
let maya: Browser

beforeAll(async () => {
  desk = questionDesk(portal)
  const { given } = portal
  for (const accountId of ['A1', 'B1', 'P1']) await given.company(accountId)
  anaId = await given.user('ana@a.example', 'A1', ['AccessInvoices'], ['Licenses'])
  await given.user('bea@b.example', 'B1', ['AccessInvoices'], ['Licenses', 'Hosting'])
  ana = await portal.signIn('ana@a.example')
  bo = await portal.person('bo@a.example', 'A1', ['AccessInvoices'], ['Licenses', 'Hosting'])
  maya = await portal.person('maya@p.example', 'P1', [], [], 'SuperAdmin')
})

let count = 0
const content = {
  productName: 'TT Pro',
  description: 'Nov 2026',
  moreInfo: 'Seat 14',
  userName: 'tjones',
  licenseId: 'L-1',
  quantity: 2.5,
  salesPrice: 735.1234,
  servicePeriodStart: '2026-10-01',
  servicePeriodEnd: '2026-10-31',
}
const lines = [
  { ...content, total: '1837.81' },
  { productName: 'Adjustment', total: '-10.00' },
]
async function given(more: object = {}, lineItems: object[] = lines): Promise<string> {
  const number = `ASK-${(count += 1)}`
  await desk.take(invoiceOf(number, lineItems, more))
  return number
}
const asked = async (...given: Parameters<typeof desk.ask>) =>
  (await desk.ask(...given)).json<InvoiceQuestion>()
const refusal = ({ statusCode, body }: { statusCode: number; body: string }) => [
  statusCode,
  (JSON.parse(body) as { message: string }).message,
]
const statuses = (answers: { statusCode: number }[]) => answers.map((one) => one.statusCode)
const eventsAbout = async (number: string) =>
  (await eventsOf(portal, 'A1')).filter(({ data }) => data['invoiceNumber'] === number)
const stored = async (number: string) =>
  (await portal.system.query(sql`select from invoice_question where invoice_number = ${number}`))
    .rowCount

test('a question stores the content of the line, and is an event, a line of the history and a mail to the provider', async () => {
  const number = await given()
  const question = await asked(ana, number, 1, '  Why 2.5?\r\nWe have two.  ')
  const line = { ...content, currency: 'USD' }
  expect(question).toEqual({
    id: expect.any(String),
    position: 1,
    placeNow: 1,
    line: { ...line, total: 1837.81 },
    message: 'Why 2.5?\nWe have two.',
    askedBy: 'ana Test',
    isYours: true,
    askedAt: expect.any(String),
    withdrawnAt: null,
    answer: null,
  })
  expect(await desk.list(bo, number)).toEqual([{ ...question, isYours: false }])
  const data = {
    accountId: 'A1',
    crmId: 'A1',
    questionId: question.id,
    invoiceNumber: number,
    line: { position: 1, ...line, totalCents: 183_781 },
    message: 'Why 2.5?\nWe have two.',
    evidence: null,
    askedBy: { userId: anaId, name: 'ana Test', email: 'ana@a.example' },
    askedAt: question.askedAt,
  }
  expect(await eventsAbout(number)).toEqual([{ type: 'invoice.question', data }])
  expect((await desk.history('A1')).at(-1)).toBe(
    `Question Asked, ana Test: Asked the provider about line 1: TT Pro of invoice ${number}`,
  )
  await desk.tell()
  await desk.tell()
  const mails = await queuedMails(portal, sql`about = ${`question ${question.id} asked`}`)
  const subject = `Company A1 asks about an invoice, ${number}`
  expect(mails).toMatchObject([{ accountId: '-', recipient: questionsEmail, subject }])
  for (const part of [
    'Company: Company A1 (A1)',
    'Line: 1\nProduct: TT Pro\nDescription: Nov 2026\nMore: Seat 14\nUser: tjones\nFrom: 10/01/2026\nUntil: 10/31/2026\nQuantity: 2.5\nPrice: $735.1234\nTotal: $1,837.81 USD\n',
    'Asks: Why 2.5? We have two.',
    'Asked by: ana Test, ana@a.example',
    `Question id: ${question.id}`,
  ])
    expect(mails[0]!.text).toContain(part)
})

test('a double click asks once, and a text that was edited after a lost answer is not lost silently', async () => {
  const number = await given()
  const key = { key: 'double-click' }
  const answers = await Promise.all([1, 2, 3].map(() => desk.ask(ana, number, 1, 'Once?', key)))
  expect(statuses(answers)).toEqual([200, 200, 200])
  expect(new Set(answers.map((one) => one.json<InvoiceQuestion>().id)).size).toBe(1)
  expect(refusal(await desk.ask(ana, number, 1, 'Once, but why?', key))).toEqual([
    409,
    'Your question was already sent with another text. Please reload the page to see it.',
  ])
  // A key belongs to one user: another user may use the same key.
  expect((await desk.ask(bo, number, 1, 'Once?', key)).statusCode).toBe(200)
  expect(await stored(number)).toBe(2)
  expect(await eventsAbout(number)).toHaveLength(2)
})

test('a lost answer can be repeated after an import moved the line, but not for another line', async () => {
  const number = await given()
  const key = { key: 'moved-line' }
  const { id } = await asked(ana, number, 1, 'Why?', key)
  await desk.take(invoiceOf(number, [{ productName: 'Setup', total: '5.00' }, ...lines]))
  const again = { id, position: 1, placeNow: 2 }
  expect(await asked(ana, number, 2, 'Why?', key)).toMatchObject(again)
  for (const position of [1, 3])
    expect((await desk.ask(ana, number, position, 'Why?', key)).statusCode).toBe(409)
  expect(await stored(number)).toBe(1)
})

test.each([
  ['nothing', '', 'must NOT have fewer than 1 characters'],
  ['only spaces and line breaks', ' \n\t ', 'Please enter a question.'],
  ['only invisible characters', '\u200b\u2066\u2069', 'Please enter a question.'],
  ['a control character', 'a\u0007b', 'contains a control character'],
  ['a C1 control character', 'a\u009bb', 'contains a control character'],
  ['2,001 characters', 'x'.repeat(2001), 'must NOT have more than 2000 characters'],
])('a message of %s is refused with its field and the reason', async (_, message, reason) => {
  const number = await given()
  expect(refusal(await desk.ask(ana, number, 1, message))).toEqual([400, `message: ${reason}`])
  expect(await stored(number)).toBe(0)
})

test('a question is refused if the line differs from the one that the user saw, or does not exist', async () => {
  const number = await given()
  const [line] = await desk.linesOf(ana, number)
  const changed = 'This line has changed in the meantime. Please look at it again.'
  for (const asked of [
    { position: 1, line: { ...askedLine(line!), total: 1837.82 } },
    { position: 1, line: { ...askedLine(line!), licenseId: 'L-2' } },
    { position: 2, line: askedLine(line!) },
    { position: 3, line: askedLine(line!) },
  ])
    expect(refusal(await desk.ask(ana, number, 1, 'Why?', asked))).toEqual([409, changed])
  expect(await stored(number)).toBe(0)
})

test('a user can neither ask about nor see a hidden invoice', async () => {
  const hidden = await given({ invoiceCategory: 'Hosting' })
  const { id } = await asked(bo, hidden, 1, 'Why?')
  const line = askedLine((await desk.linesOf(bo, hidden))[0]!)
  for (const who of [ana, await portal.signIn('bea@b.example')]) {
    expect((await desk.ask(who, hidden, 1, 'Why?', { line })).statusCode).toBe(404)
    expect((await who.get(`/api/invoice/details/${hidden}/questions`)).statusCode).toBe(404)
    expect((await desk.withdraw(who, id)).statusCode).toBe(404)
  }
  expect(await stored(hidden)).toBe(1)
})

test('a user who asked and no longer holds the category can neither read nor withdraw nor repeat the question', async () => {
  const number = await given({ invoiceCategory: 'Hosting' })
  const key = { key: 'before-the-change' }
  const { id } = await asked(bo, number, 1, 'Why?', key)
  const [line] = await desk.linesOf(bo, number)
  await portal.system.query(`delete from user_category where user_id = (
    select id from portal_user where email = 'bo@a.example') and invoice_category_id <> (
    select invoice_category_id from invoice_category where name = 'Licenses')`)
  const answers = [
    await desk.ask(bo, number, 1, 'Why?', { ...key, line: askedLine(line!) }),
    await bo.get(`/api/invoice/details/${number}/questions`),
    await desk.withdraw(bo, id),
  ]
  expect(statuses(answers)).toEqual([404, 404, 404])
  expect(await stored(number)).toBe(1)
})

test('a super admin asks on behalf of the company', async () => {
  const number = await given()
  const query = '?companyFilter=A1'
  const question = await asked(maya, number, 2, 'What is adjusted?', { query })
  expect(question).toMatchObject({ askedBy: 'maya Test', isYours: true })
  expect((await desk.history('A1')).at(-1)).toBe(
    `Question Asked, maya Test: Asked the provider about line 2: Adjustment of invoice ${number} (on behalf of the company)`,
  )
  expect(await desk.list(ana, number)).toMatchObject([{ askedBy: 'maya Test', isYours: false }])
})

test('twenty questions of an invoice can be open; withdrawing one permits another', async () => {
  const number = await given()
  const ids: string[] = []
  for (let nth = 0; nth < 20; nth += 1)
    ids.push((await asked(nth % 2 ? ana : bo, number, 1, `${nth}?`)).id)
  expect(refusal(await desk.ask(ana, number, 2, 'One more?'))).toEqual([
    409,
    '20 questions about this invoice are waiting for an answer, the most that are possible. Withdraw one, or wait for an answer.',
  ])
  expect((await desk.withdraw(ana, ids[1]!)).statusCode).toBe(200)
  const both = await Promise.all([1, 2].map((position) => desk.ask(ana, number, position, 'Now?')))
  expect(statuses(both).sort()).toEqual([200, 409])
})

test('fifty questions of a company in 24 hours are possible, also if they were withdrawn', async () => {
  await portal.system.query(`update invoice_question set asked_at = now() - interval '25 hours'`)
  const number = await given()
  await portal.system.query(sql`
    insert into invoice_question (account_id, invoice_number, position, line, message, actor_id, actor_account_id,
                                  actor_name, request_key, withdrawn_at)
    select 'A1', 'other', 1, '{}', 'Why?', gen_random_uuid(), 'A1', 'Ana', 'key', now() from generate_series(1, 49)`)
  expect((await desk.ask(ana, number, 1, 'The last?')).statusCode).toBe(200)
  expect(refusal(await desk.ask(bo, number, 1, 'One more?'))).toEqual([
    409,
    'Your company has asked 50 questions in the last 24 hours, the most that are possible. Please try again tomorrow.',
  ])
  await portal.system.query(`update invoice_question set asked_at = now() - interval '25 hours'`)
  expect((await desk.ask(bo, number, 1, 'One more?')).statusCode).toBe(200)
})

test('only the person who asked can withdraw a question, once; the provider gets a mail if it got the question', async () => {
  const number = await given()
  const [sent, unsent] = (await Promise.all(
    [1, 2].map(async (position) => (await asked(ana, number, position, 'Why?')).id),
  )) as [string, string]
  await portal.system.query(sql`
    update invoice_question set provider_told = 'asked' where id = ${sent}`)
  for (const who of [bo, maya]) expect((await desk.withdraw(who, sent)).statusCode).toBe(404)
  const answers = await Promise.all([sent, sent, unsent].map((id) => desk.withdraw(ana, id)))
  expect(statuses(answers)).toEqual([200, 200, 200])
  expect(answers[0]!.json<InvoiceQuestion>().withdrawnAt).not.toBeNull()
  const data = {
    accountId: 'A1',
    crmId: 'A1',
    questionId: sent,
    invoiceNumber: number,
    withdrawnBy: { userId: anaId, name: 'ana Test' },
  }
  const events = (await eventsAbout(number)).filter(({ data: of }) => of['questionId'] === sent)
  expect(events.slice(1)).toEqual([{ type: 'invoice.question.withdrawn', data }])
  const withdrawn = (await desk.history('A1')).filter((line) => line.endsWith(number))
  expect(withdrawn).toContain(
    `Question Withdrawn, ana Test: Withdrew the question about line 1: TT Pro of invoice ${number}`,
  )
  expect(withdrawn).toHaveLength(4)
  await desk.tell()
  const mails = await queuedMails(portal, sql`about like any (${[`%${sent}%`, `%${unsent}%`]})`)
  expect(mails.map(({ subject }) => subject)).toEqual([`Company A1 withdrew a question, ${number}`])
})

test('without an address for questions there is no mail, not even later', async () => {
  const number = await given()
  const { id } = await asked(ana, number, 1, 'Why?')
  await notifyQuestions(portal.system, { questionsEmail: undefined })
  await desk.tell()
  expect(await queuedMails(portal, sql`about like ${`%${id}%`}`)).toEqual([])
})

test('the web role can neither answer nor change a question', async () => {
  for (const change of [`answer = 'Yes.'`, `message = 'No?'`, `asked_at = now()`]) {
    const changed = withAccount(portal.deps.db, 'A1', (tx) =>
      tx.connection.query(`update invoice_question set ${change}`),
    )
    await expect(changed, change).rejects.toThrow(/permission denied/)
  }
})

test('a withdrawal of a question of another user changes nothing', async () => {
  const { id } = await asked(ana, await given(), 1, 'Why?')
  const scope = { accountId: 'A1', categoryIds: null, actor: { userId: randomUUID() } } as never
  const withdrawn = withAccount(portal.deps.db, 'A1', (tx) => {
    const read = tx.query.bind(tx)
    tx.query = async (statement) =>
      (await read(statement)).map((row) => Object.assign(row as never, { isYours: true }))
    return withdrawQuestion(tx, scope, id)
  })
  await expect(withdrawn).rejects.toThrow('The provider has answered this question')
})
