import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InvoiceQuestion } from '@portal/domain/questions/questions.schema'
import { runs } from '../../../../tools/random-tests.ts'
import { eventsOf } from '../../test/events.ts'
import { startTestPortal, type Browser, type TestPortal } from '../../test/portal.ts'
import { answerTo, invoiceOf, questionDesk, questionsEmail } from '../../test/questions.ts'

let portal: TestPortal
let desk: ReturnType<typeof questionDesk>
let people: Browser[]
const emails = ['ana@a.example', 'bo@a.example']
const number = 'Q-1'

beforeAll(async () => {
  portal = await startTestPortal()
  desk = questionDesk(portal)
  await portal.given.company('A1')
  for (const email of emails) await portal.given.user(email, 'A1', ['AccessInvoices'], ['Licenses'])
  people = await Promise.all(emails.map((email) => portal.signIn(email)))
})
afterAll(() => portal.close())

/** Lines that an invoice can have; the same one may be there more than once. */
const variants = [
  { productName: 'Pro', quantity: 2, salesPrice: '50', total: '100.00' },
  { productName: 'Pro', quantity: 3, salesPrice: '50', total: '150.00' },
  { productName: 'Pro', description: 'one-time', total: '-7.00', userName: 'kim' },
]
const dates = ['2026-10-01', '2026-10-02', '2026-10-03'].map((day) => `${day}T09:00:00Z`)
const who = fc.nat(1)
const nth = fc.nat(5)
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      who,
      position: fc.integer({ min: 1, max: 4 }),
      key: fc.nat(4),
      message: fc.constantFrom('Why?', 'Who\nordered it?'),
      /** The page shows what the line said before the last import. */
      isOutdated: fc.nat(5).map((one) => one === 0),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('withdraw' as const), who, nth }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      nth,
      text: fc.constantFrom('Because.', 'It was an error.'),
      date: fc.constantFrom(null, 0, 1, 2),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('tell' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      lines: fc.array(fc.nat(variants.length - 1), { maxLength: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('right' as const), who, has: fc.boolean() }),
  },
)

interface Question {
  id: string
  who: number
  key: number
  position: number
  line: number
  message: string
  isWithdrawn: boolean
  answer: string | null
  date: number | null
  told: string | null
  providerTold: 'asked' | 'withdrawn' | null
}

/** The place of the same line now: its own, or else the nearest. */
function placeOf({ position, line }: Question, lines: readonly number[]): number | null {
  const same = lines.flatMap((one, index) => (one === line ? [index + 1] : []))
  return (
    same.toSorted((a, b) => Math.abs(a - position) - Math.abs(b - position) || a - b)[0] ?? null
  )
}

const clean = `
  delete from invoice_question; delete from mail; delete from outbox_event; delete from invoice; delete from invoice_extract;
  update portal_user set permissions = '{AccessInvoices}'`

test('random questions, answers, imports and rights equal those of a plain model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      await portal.system.query(clean)
      const { rows } = await portal.system.query<{ max: number }>(
        `select coalesce(max(id), 0) as max from history_entry`,
      )
      let lines: number[] | null = [0, 1, 0]
      await desk.take(
        invoiceOf(
          number,
          lines.map((one) => variants[one]!),
        ),
      )
      const rights = [true, true]
      const questions: Question[] = []
      const events: string[] = []
      const history: string[] = []
      const mails = new Set<string>()
      for (const next of steps) {
        if (next.do === 'ask') {
          const { position, key, message } = next
          const at: number | undefined = lines?.[position - 1]
          const known = questions.find((one) => one.who === next.who && one.key === key)
          const isOther = at === undefined || next.isOutdated
          const answer = await desk.ask(people[next.who]!, number, position, message, {
            key: `request-${key}`,
            // Without the right, the line cannot be read.
            ...((isOther || !rights[next.who]) && { line: otherLine }),
          })
          const isSame = known?.position === position && known.message === message
          const expected = !rights[next.who]
            ? 403
            : !lines
              ? 404
              : known
                ? isSame
                  ? 200
                  : 409
                : isOther
                  ? 409
                  : 200
          expect(answer.statusCode).toBe(expected)
          if (expected === 200) {
            const { id } = answer.json<InvoiceQuestion>()
            if (known) expect(id).toBe(known.id)
            else {
              const fresh = { isWithdrawn: false, answer: null, date: null, told: null }
              questions.push({
                ...fresh,
                id,
                who: next.who,
                key,
                position,
                line: at!,
                message,
                providerTold: null,
              })
              events.push(`invoice.question ${id}`)
              history.push('Question Asked')
            }
          }
        }
        if (next.do === 'withdraw') {
          const question = questions[next.nth]
          if (!question) continue
          const answer = await desk.withdraw(people[next.who]!, question.id)
          const isOwn = lines !== null && question.who === next.who
          const expected = !rights[next.who]
            ? 403
            : !isOwn
              ? 404
              : question.answer !== null && !question.isWithdrawn
                ? 409
                : 200
          expect(answer.statusCode).toBe(expected)
          if (expected === 200 && !question.isWithdrawn) {
            question.isWithdrawn = true
            events.push(`invoice.question.withdrawn ${question.id}`)
            history.push('Question Withdrawn')
          }
        }
        if (next.do === 'answer') {
          const question = questions[next.nth]
          if (!question) continue
          const { text, date } = next
          const report = await desk.take(
            answerTo(question.id, text, date === null ? {} : { date: dates[date] }),
          )
          const isStale = date !== null && question.date !== null && date < question.date
          const verdict = isStale
            ? 'stale'
            : question.answer === text
              ? 'unchanged'
              : question.answer === null
                ? 'inserted'
                : 'updated'
          expect(report.kinds.get('invoiceAnswer')).toMatchObject({ [verdict]: 1 })
          if (!isStale) {
            question.answer = text
            if (date !== null) question.date = Math.max(date, question.date ?? 0)
          }
        }
        if (next.do === 'tell') {
          await desk.tell()
          for (const one of questions) {
            if (one.providerTold === null)
              if (one.isWithdrawn) one.providerTold = 'withdrawn'
              else {
                one.providerTold = 'asked'
                mails.add(`question ${one.id} asked to ${questionsEmail}`)
              }
            if (one.providerTold === 'asked' && one.isWithdrawn) {
              one.providerTold = 'withdrawn'
              mails.add(`question ${one.id} withdrawn to ${questionsEmail}`)
            }
            if (one.told !== one.answer) {
              one.told = one.answer
              history.push('Question Answered')
              if (lines && rights[one.who] && !one.isWithdrawn)
                mails.add(`answer ${one.id} ${one.answer} to ${emails[one.who]}`)
            }
          }
        }
        if (next.do === 'delete') {
          await desk.take({ record: 'delete', kind: 'invoice', key: number })
          lines = null
        }
        if (next.do === 'send') {
          lines = next.lines
          await desk.take(
            invoiceOf(
              number,
              lines.map((one) => variants[one]!),
            ),
          )
        }
        if (next.do === 'right') {
          rights[next.who] = next.has
          await portal.system.query(`update portal_user set permissions = $1 where email = $2`, [
            next.has ? ['AccessInvoices'] : [],
            emails[next.who],
          ])
        }
        await compare()
      }

      async function compare() {
        for (const [index, browser] of people.entries()) {
          const answer = await browser.get(`/api/invoice/details/${number}/questions`)
          const status = !rights[index] ? 403 : !lines ? 404 : 200
          expect(answer.statusCode).toBe(status)
          if (status === 200)
            expect(answer.json<InvoiceQuestion[]>().map(shownOf)).toEqual(
              questions.map((one) => ({
                id: one.id,
                message: one.message,
                position: one.position,
                placeNow: placeOf(one, lines!),
                productName: 'Pro',
                total: Number(variants[one.line]!.total),
                isYours: one.who === index,
                isWithdrawn: one.isWithdrawn,
                answer: one.answer,
              })),
            )
        }
        const published = await eventsOf(portal, 'A1')
        expect(
          published.map(({ type, data }) => `${type} ${data['questionId'] as string}`),
        ).toEqual(events)
        const queued = await portal.system.query<{ line: string }>(`
          select regexp_replace(m.about, ' [0-9a-f]{64}$', '') || coalesce(' ' || answer, '') || ' to ' || recipient as line
            from mail m, lateral (select (select f ->> 1 from jsonb_array_elements(m.content -> 'facts') f
                                           where f ->> 0 = 'Answer') as answer) a`)
        expect(queued.rows.map(({ line }) => line).toSorted()).toEqual([...mails].toSorted())
        const written = await portal.system.query<{ type: string }>(
          `select entry_type as type from history_entry where id > $1 and entry_type like 'Question%'`,
          [rows[0]!.max],
        )
        expect(written.rows.map(({ type }) => type).toSorted()).toEqual(history.toSorted())
      }
    }),
    { numRuns: runs(25) },
  )
}, 240_000)

const otherLine = {
  productName: 'Other',
  description: '',
  moreInfo: '',
  userName: null,
  licenseId: null,
  quantity: null,
  salesPrice: null,
  total: 0,
  currency: 'USD',
  servicePeriodStart: null,
  servicePeriodEnd: null,
}

const shownOf = (question: InvoiceQuestion) => ({
  id: question.id,
  message: question.message,
  position: question.position,
  placeNow: question.placeNow,
  productName: question.line.productName,
  total: question.line.total,
  isYours: question.isYours,
  isWithdrawn: question.withdrawnAt !== null,
  answer: question.answer?.text ?? null,
})
