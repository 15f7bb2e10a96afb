import { expect, test } from 'vitest'
import { Random } from '../../../../tools/demo/random.ts'
import { effort, testSeed } from '../../../../tools/random-tests.ts'
import { planted } from '../../test/planted-rule.ts'
import { addDays } from '../kernel/day.ts'
import { bookedInvoice, type BookLine } from './book-lines.ts'
import * as news from './invoice-news.ts'
import * as copies from './mailbox-copies.ts'

/*
 * Random weeks of one invoice, its books, its readers and the mailboxes outside: after each round of mails, what a reader
 * or mailbox was told must be what the books say. The planted rules below show which faults the search finds.
 */
const histories = 200 * effort
const categories = [1, 2]
const start = '2026-11-01'

type Rules = Pick<typeof news, 'newsOf' | 'dueStep'> & Pick<typeof copies, 'copiesOf'>
const right: Rules = { ...news, ...copies }

interface Box {
  email: string
  categoryIds: number[]
  grantedAt: Date
  got: { version: number; kind: copies.CopyKind }[]
}

class World {
  day = start
  hour = 0
  lines: BookLine[] = []
  toldMovement = 0
  category = 1
  readonly invoiceDate: string
  readonly random: Random
  boxes: Box[] = []
  /** What the readers think is due; undefined without the invoice. */
  known: number | undefined
  knownDueDate: string | null = null
  told: string | undefined
  steps = new Map<string, number>()

  constructor(
    seed: number,
    readonly rules: Rules,
  ) {
    this.random = new Random(seed)
    this.invoiceDate = addDays(start, -this.pick([0, 0, 0, 20, 45]))
  }
  pick = <T>(of: readonly T[]): T => this.random.pick(of)

  get invoice() {
    return bookedInvoice(this.lines)
  }
  get due() {
    return this.invoice ? this.lines.reduce((all, { cents }) => all + cents, 0) : 0
  }
  line(kind: BookLine['kind'], cents: number, more: Partial<BookLine> = {}) {
    const dueDate = this.invoice?.dueDate ?? addDays(this.day, 5)
    const notedAt = new Date(`${this.day}T00:00Z`)
    notedAt.setUTCHours(++this.hour)
    const at = { id: this.lines.length + 1, notedAt, notedOn: this.day, currency: 'USD' }
    this.lines.push({ ...at, kind, cents, method: null, isRenaming: false, dueDate, ...more })
  }

  /** One thing that the books, a user or time do. */
  step() {
    const { invoice, due, pick } = this
    const amount = pick([50, 100, 150])
    if (!invoice) this.line('invoiced', amount * 2)
    else
      pick([
        () => this.line('corrected', amount),
        () => due > 40 && this.line('settled', -40, { method: 'credit' }),
        () => due > 30 && this.line('settled', -30, { method: 'transfer' }),
        () => due > 20 && this.line('booked', -20),
        () => this.line('changed', 0, { dueDate: addDays(this.day, pick([-20, 2, 10])) }),
        () => {
          this.category = 3 - this.category
          this.line('moved', 0)
        },
        () => {
          // What was booked is taken back with the invoice.
          if (due !== invoice.amountCents) this.line('booked', invoice.amountCents - due)
          this.line('withdrawn', -invoice.amountCents)
        },
        () => {},
      ])()
    if (this.random.chance(0.2)) this.grant()
  }
  grant() {
    const email = this.pick(['a', 'b'])
    const grantedAt = new Date(`${this.day}T00:00Z`)
    grantedAt.setUTCHours(++this.hour)
    const categoryIds = categories.filter(() => this.random.chance(0.6))
    const known = this.boxes.find((one) => one.email === email)
    if (known) Object.assign(known, { categoryIds, grantedAt })
    else this.boxes.push({ email, categoryIds, grantedAt, got: [] })
  }

  /** The worker's round, and what is wrong after it. */
  mail(): string | undefined {
    const { lines, toldMovement, invoiceDate, due } = this
    if (lines.length === 0) return undefined
    const base = { lines, toldMovement, invoiceDate }
    const fault = this.tell(base, due) ?? this.deliver(base)
    this.toldMovement = lines.length
    return fault
  }
  tell(base: Pick<news.NewsInput, 'lines' | 'toldMovement' | 'invoiceDate'>, due: number) {
    const one = this.rules.newsOf({
      ...base,
      category: 'Licenses',
      dueCents: due,
      isPastOpen: false,
      wasTold: false,
    })
    if (one?.isNew) [this.known, this.knownDueDate] = [due, this.invoice!.dueDate]
    for (const words of one && !one.isNew ? one.changes : []) {
      const cents = [...words.matchAll(/\$(\d+)\.(\d\d)/g)].map(([, all, part]) =>
        Number(all! + part),
      )
      if (words.includes('withdrawn')) this.known = undefined
      else if (this.known === undefined) continue
      else if (words.startsWith('Amount')) this.known += cents[1]! - cents[0]!
      else if (words.endsWith('taken back')) this.known += cents[0]!
      else if (cents.length > 0) this.known -= cents[0]!
      if (words.startsWith('Due date')) this.knownDueDate = this.invoice!.dueDate
    }
    // An invoice that was paid when it arrived is not new to any reader.
    if (this.known !== undefined && (!this.invoice || this.known !== due))
      return `readers think that ${this.known} is due, not ${due}`
    if (this.known && this.knownDueDate !== this.invoice!.dueDate)
      return 'a due date moved silently'
    return undefined
  }
  deliver(base: Pick<copies.CopiedInvoice, 'lines' | 'toldMovement' | 'invoiceDate'>) {
    const { lines, category, invoiceDate } = this
    const sent = new Map(this.boxes.map(({ email, got }) => [email, got.map((one) => one.version)]))
    for (const copy of this.rules.copiesOf({ ...base, categoryId: category, sent }, this.boxes)) {
      const box = this.boxes.find(({ email }) => email === copy.email)!
      if (!box.categoryIds.includes(category))
        return 'a mailbox got a category that it does not have'
      if (box.got.some(({ version }) => version === copy.version))
        return 'a mailbox got a copy twice'
      if (box.got.length === 0 && copy.kind === 'withdrawn') return 'unknown, but withdrawn'
      if (box.got.length === 0 && lines.at(-1)!.notedAt < box.grantedAt)
        return 'a mailbox got the past'
      if (box.got.length === 0 && invoiceDate < addDays(this.day, -60))
        return 'a mailbox got the past'
      box.got.push(copy)
    }
    const newest = lines.findLast(({ kind }) => !['settled', 'booked', 'moved'].includes(kind))!
    const causes = lines.filter(
      ({ id, kind }) => id > base.toldMovement && !['settled', 'booked'].includes(kind),
    )
    const cause = causes.at(-1)
    for (const { categoryIds, grantedAt, got } of cause ? this.boxes : []) {
      const isNew = this.invoice && invoiceDate >= addDays(this.day, -30)
      const isDue = got.length > 0 || (isNew && cause!.notedAt > grantedAt)
      if (isDue && categoryIds.includes(category) && got.at(-1)?.version !== newest.id)
        return 'a mailbox did not get an invoice, or not as it is'
    }
    return undefined
  }

  /** The mail of the morning about due dates. */
  remind(): string | undefined {
    const dueDate = this.invoice?.dueDate
    if (!dueDate || this.due <= 0) return undefined
    const what = this.rules.dueStep(dueDate, this.day, [-3, 1, 15], this.told)
    if (what) {
      this.told = what
      const step = Number(what.split(' ')[1])
      if (what !== `${dueDate} ${step}` || this.day < addDays(dueDate, step))
        return 'a step too early'
      const last = this.steps.get(dueDate) ?? -Infinity
      // A due date that moves away and back may be told again.
      if (step <= last && this.steps.size === 1) return 'the same reminder came twice'
      this.steps.set(dueDate, step)
    }
    const isLate = this.day > dueDate
    return isLate && !this.told?.startsWith(dueDate)
      ? 'an overdue invoice was never mentioned'
      : undefined
  }
}

function search(rules: Rules, count = histories): string | undefined {
  for (let seed = testSeed; seed < testSeed + count; seed += 1) {
    const world = new World(seed, rules)
    for (let nth = 0; nth < 30; nth += 1) {
      for (let times = world.pick([1, 1, 2, 3]); times > 0; times -= 1) world.step()
      const fault = world.mail() ?? (world.random.chance(0.8) ? world.remind() : undefined)
      if (fault) return `seed ${seed}, day ${nth + 1}: ${fault}`
      ;[world.day, world.hour] = [addDays(world.day, 1), 0]
    }
  }
  return undefined
}

test('mails and copies say what the books say', () => expect(search(right)).toBeUndefined())

const copy = 'invoices/mailbox-copies.ts'
const told = 'invoices/invoice-news.ts'
test.each<[fault: string, file: string, from: string, to: string]>([
  [
    'a mailbox gets what it got before',
    copy,
    '!categoryIds.includes(categoryId) ||',
    'before.length === 0 && !categoryIds.includes(categoryId) ||',
  ],
  [
    'an invoice that moves is new to nobody',
    copy,
    '(isVersion(line) || line.kind === "moved")',
    'isVersion(line)',
  ],
  ['an invoice that moves is sent to whoever has it', copy, '|| before.includes(newest.id)', ''],
  [
    'a mailbox gets new invoices only',
    copy,
    'if (before.length === 0 &&',
    'if (before.length > 0 ||',
  ],
  ['a mailbox gets the past', copy, 'cause.notedAt <= grantedAt ||', ''],
  ['what was never sent is withdrawn', copy, '(isPast || isGone)', 'isPast'],
  ['a corrected amount is not told', told, 'before.amountCents !== after.amountCents ||', ''],
  ['a credit counts as a payment', told, ') && !isCredit(line)', ')'],
  [
    'what was booked long ago is told again',
    told,
    'fresh.filter(({ isRenaming })',
    'lines.filter(({ isRenaming })',
  ],
  ['a withdrawal is not told', told, 'if (!after)', 'if (!after) return void 0; if (!after)'],
  [
    'a reminder of a missed day is never sent',
    told,
    'today >= addDays(dueDate, one)',
    'today === addDays(dueDate, one)',
  ],
  ['reminders repeat', told, '|| what === told', ''],
  [
    'a moved due date keeps its steps',
    told,
    '`${dueDate} ${step}`',
    '`${told?.split(" ")[0] ?? dueDate} ${step}`',
  ],
  ['a moved due date is not told', told, 'before.dueDate !== after.dueDate', 'false'],
])('the search finds: %s', async (_fault, file, from, to) => {
  const wrong = await planted<Partial<Rules>>(file, [from, to])
  expect(search({ ...right, ...wrong }, 2000)).toBeDefined()
})
