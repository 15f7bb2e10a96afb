import type { InvoiceQuestion } from '@portal/domain/questions/questions.schema'
import { eventsOf } from './events.ts'
import type { Browser, TestPortal } from './portal.ts'
import { answerTo, invoiceOf, questionDesk, questionsEmail } from './questions.ts'

export const emails = ['ana@a.example', 'bo@a.example']
const number = 'Q-1'

/** Lines that an invoice can have; the same one may be there more than once. */
export const variants = [
  { productName: 'Pro', quantity: 2, salesPrice: '50', total: '100.00' },
  { productName: 'Pro', quantity: 3, salesPrice: '50', total: '150.00' },
  { productName: 'Pro', description: 'one-time', total: '-7.00', userName: 'kim' },
]
const dates = ['2026-10-01', '2026-10-02', '2026-10-03'].map((day) => `${day}T09:00:00Z`)

export type Step =
  | { do: 'ask'; who: number; position: number; key: number; message: string; isOutdated: boolean }
  | { do: 'withdraw'; who: number; nth: number }
  | { do: 'answer'; nth: number; text: string; date: number | null }
  | { do: 'tell' }
  | { do: 'delete' }
  | { do: 'send'; lines: number[] }
  | { do: 'right'; who: number; has: boolean }

interface Question {
  id: string
  who: number
  key: number
  position: number
  line: number
  message: string
  isWithdrawn: boolean
  answer: string | null
  /** The newest date of its answers, as an index. */
  date: number | null
  told: string | null
  providerTold: 'asked' | 'withdrawn' | null
}

/** What a step did, and what it had to do. */
interface Compared {
  real: unknown
  expected: unknown
}
const same: Compared = { real: '', expected: '' }

/** Questions about one invoice and their answers, as plain data beside a portal. */
export class QuestionModel {
  #lines: number[] | null = null
  #rights = [true, true]
  #questions: Question[] = []
  #events: string[] = []
  #history: string[] = []
  #mails = new Set<string>()
  #firstEntry = 0
  readonly #portal: TestPortal
  readonly #people: readonly Browser[]
  readonly #desk: ReturnType<typeof questionDesk>

  constructor(portal: TestPortal, people: readonly Browser[]) {
    this.#portal = portal
    this.#people = people
    this.#desk = questionDesk(portal)
  }

  async start(): Promise<void> {
    await this.#portal.system.query(`
      delete from invoice_question; delete from mail; delete from outbox_event; delete from invoice;
      delete from invoice_extract; update portal_user set permissions = '{AccessInvoices}'`)
    const { rows } = await this.#portal.system.query<{ max: number }>(
      `select coalesce(max(id), 0) as max from history_entry`,
    )
    this.#firstEntry = rows[0]!.max
    await this.#send([0, 1, 0])
  }

  async take(step: Step): Promise<Compared> {
    if (step.do === 'ask') return this.#ask(step)
    if (step.do === 'withdraw') return this.#withdraw(step)
    if (step.do === 'answer') return this.#answer(step)
    if (step.do === 'tell') {
      await this.#desk.tell()
      this.#questions.forEach((question) => this.#told(question))
    }
    if (step.do === 'delete') {
      await this.#desk.take({ record: 'delete', kind: 'invoice', key: number })
      this.#lines = null
    }
    if (step.do === 'send') await this.#send(step.lines)
    if (step.do === 'right') await this.#grant(step)
    return same
  }

  async #grant({ who, has }: Step & { do: 'right' }): Promise<void> {
    this.#rights[who] = has
    const permissions = has ? ['AccessInvoices'] : []
    await this.#portal.system.query(`update portal_user set permissions = $1 where email = $2`, [
      permissions,
      emails[who],
    ])
  }

  async #send(lines: number[]): Promise<void> {
    this.#lines = lines
    const items = lines.map((line) => variants[line]!)
    await this.#desk.take(invoiceOf(number, items))
  }

  async #ask({ who, position, key, message, isOutdated }: Step & { do: 'ask' }): Promise<Compared> {
    const line = this.#lines?.[position - 1]
    const isOther = line === undefined || isOutdated
    const answer = await this.#desk.ask(this.#people[who]!, number, position, message, {
      key: `request-${key}`,
      // Without the right, the line cannot be read.
      ...((isOther || !this.#rights[who]) && { line: otherLine }),
    })
    const known = this.#questions.find((one) => one.who === who && one.key === key)
    const isRepeat = !isOther && known?.line === line && known?.message === message
    const allowed = known ? isRepeat : !isOther
    const expected = !this.#rights[who] ? 403 : !this.#lines ? 404 : allowed ? 200 : 409
    if (answer.statusCode !== 200) return { real: answer.statusCode, expected }
    const { id } = answer.json<InvoiceQuestion>()
    if (known) return { real: [200, id], expected: [expected, known.id] }
    const fresh = { isWithdrawn: false, answer: null, date: null, told: null, providerTold: null }
    this.#questions.push({ ...fresh, id, who, key, position, line: line ?? -1, message })
    this.#events.push(`invoice.question ${id}`)
    this.#history.push('Question Asked')
    return { real: 200, expected }
  }

  async #withdraw({ who, nth }: Step & { do: 'withdraw' }): Promise<Compared> {
    const question = this.#questions[nth]
    if (!question) return same
    const { statusCode } = await this.#desk.withdraw(this.#people[who]!, question.id)
    const isOwn = this.#lines !== null && question.who === who
    const isLate = question.answer !== null && !question.isWithdrawn
    const expected = !this.#rights[who] ? 403 : !isOwn ? 404 : isLate ? 409 : 200
    if (expected === 200 && !question.isWithdrawn) {
      question.isWithdrawn = true
      this.#events.push(`invoice.question.withdrawn ${question.id}`)
      this.#history.push('Question Withdrawn')
    }
    return { real: statusCode, expected }
  }

  async #answer({ nth, text, date }: Step & { do: 'answer' }): Promise<Compared> {
    const question = this.#questions[nth]
    if (!question) return same
    const dated = date === null ? {} : { date: dates[date] }
    const report = await this.#desk.take(answerTo(question.id, text, dated))
    const counts = Object.entries(report.kinds.get('invoiceAnswer') ?? {})
    const real = counts.flatMap(([verdict, count]) => (count > 0 ? [verdict] : []))
    const { answer } = question
    if (date !== null && question.date !== null && date < question.date)
      return { real, expected: ['stale'] }
    question.answer = text
    if (date !== null) question.date = Math.max(date, question.date ?? 0)
    const expected = answer === text ? 'unchanged' : answer === null ? 'inserted' : 'updated'
    return { real, expected: [expected] }
  }

  /** What the worker does for a question. */
  #told(question: Question): void {
    const { id, who, answer, isWithdrawn, providerTold } = question
    if (providerTold === null && !isWithdrawn)
      this.#mails.add(`question ${id} asked to ${questionsEmail}`)
    if (providerTold === 'asked' && isWithdrawn)
      this.#mails.add(`question ${id} withdrawn to ${questionsEmail}`)
    question.providerTold = isWithdrawn ? 'withdrawn' : 'asked'
    if (question.told === answer) return
    question.told = answer
    this.#history.push('Question Answered')
    if (this.#lines && this.#rights[who] && !isWithdrawn)
      this.#mails.add(`answer ${id} ${answer} to ${emails[who]}`)
  }

  /** Everything that users and the provider can see. */
  async compare(): Promise<Compared> {
    const shown = await Promise.all(
      this.#people.map((who) => who.get(`/api/invoice/details/${number}/questions`)),
    )
    const { system } = this.#portal
    const events = await eventsOf(this.#portal, 'A1')
    const mails = await system.query<{ line: string }>(`
      select regexp_replace(about, ' [0-9a-f]{64}$', '')
             || coalesce(' ' || (select f ->> 1 from jsonb_array_elements(content -> 'facts') f where f ->> 0 = 'Answer'), '')
             || ' to ' || recipient as line
        from mail`)
    const history = await system.query<{ type: string }>(
      `select entry_type as type from history_entry where id > $1 and entry_type like 'Question%'`,
      [this.#firstEntry],
    )
    return {
      real: {
        shown: shown.map((one) =>
          one.statusCode === 200 ? one.json<InvoiceQuestion[]>().map(seen) : one.statusCode,
        ),
        events: events.map(({ type, data }) => `${type} ${data['questionId'] as string}`),
        mails: mails.rows.map(({ line }) => line).toSorted(),
        history: history.rows.map(({ type }) => type).toSorted(),
      },
      expected: {
        shown: this.#rights.map((has, who) => (has ? this.#shownTo(who) : 403)),
        events: this.#events,
        mails: [...this.#mails].toSorted(),
        history: this.#history.toSorted(),
      },
    }
  }

  #shownTo(who: number) {
    const lines = this.#lines
    if (!lines) return 404
    return this.#questions.map((question) => ({
      id: question.id,
      message: question.message,
      position: question.position,
      placeNow: placeOf(question, lines),
      total: Number(variants[question.line]?.total),
      isYours: question.who === who,
      isWithdrawn: question.isWithdrawn,
      answer: question.answer,
    }))
  }
}

/** The place of the same line now: its own, or else the nearest. */
function placeOf({ position, line }: Question, lines: readonly number[]): number | null {
  const places = lines.flatMap((one, index) => (one === line ? [index + 1] : []))
  const away = (place: number) => Math.abs(place - position)
  return places.toSorted((a, b) => away(a) - away(b) || a - b)[0] ?? null
}

const seen = (question: InvoiceQuestion) => ({
  id: question.id,
  message: question.message,
  position: question.position,
  placeNow: question.placeNow,
  total: question.line.total,
  isYours: question.isYours,
  isWithdrawn: question.withdrawnAt !== null,
  answer: question.answer?.text ?? null,
})

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
