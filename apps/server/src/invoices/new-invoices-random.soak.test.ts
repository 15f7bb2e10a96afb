import fc from 'fast-check'
import { expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { addDays } from '@portal/domain/kernel/day'
import { runs } from '../../../../tools/random-tests.ts'
import { Given } from '../../test/given.ts'
import { importDatabase, invoiceRecord, type TestRecord } from '../import/import-fixture.ts'
import { tellNewInvoices } from './tell-new-invoices.ts'

const categories = ['Licenses', 'Market Data'] as const
const numbers = ['1', '2', '3', '4', '5', '6'] as const
const companies = ['A', 'B'] as const

/** What the users of each company see; the last one gets no mails. */
const people = [
  { name: 'all', sees: [...categories], isOn: true },
  { name: 'data', sees: ['Market Data'], isOn: true },
  { name: 'off', sees: [...categories], isOn: false },
]

interface Sent {
  company: (typeof companies)[number]
  number: (typeof numbers)[number]
  category: (typeof categories)[number]
  /** Days from today to its date. */
  age: number
  amount: number
  balance: number
}

const sent: fc.Arbitrary<Sent> = fc.record({
  company: fc.constantFrom(...companies),
  number: fc.constantFrom(...numbers),
  category: fc.constantFrom(...categories),
  age: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(-1, 0, 1, 2, 3) },
    { weight: 3, arbitrary: fc.constantFrom(4, 29, 30, 31, 90) },
  ),
  amount: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(10, 20) },
    { weight: 1, arbitrary: fc.constantFrom(-10, 0) },
  ),
  balance: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(10, 20) },
    { weight: 1, arbitrary: fc.constantFrom(-10, 0) },
  ),
})

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('import' as const),
      invoices: fc.uniqueArray(sent, {
        minLength: 1,
        maxLength: 5,
        selector: ({ company, number }) => company + number,
      }),
      days: fc.constantFrom(0, 0, 1, 5),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('repeat' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('delete' as const),
      company: fc.constantFrom(...companies),
      number: fc.constantFrom(...numbers),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('tell' as const) }) },
)

interface Known {
  date: string
  category: string
  amount: number
  balance: number
}

/** The rules in their simplest form: one invoice after the other. */
class Model {
  readonly books = new Map<string, Known>()
  /** The invoices that wait to be told, and those that were, by company and import. */
  readonly notices: { company: string; numbers: string[]; isTold: boolean }[] = []
  /** `user number`, for each row of a mail. */
  readonly mailed: string[] = []
  readonly #seen = new Set<string>()
  today = '2026-06-15'

  take(records: Map<string, Known>): void {
    for (const company of companies) {
      const isOf = (key: string) => key.startsWith(company)
      const arrived = [...records].filter(([key]) => isOf(key) && !this.books.has(key))
      const isFirstLoad =
        ![...this.books.keys()].some(isOf) && arrived.some(([, one]) => this.#isOlder(one, 30))
      const fresh = arrived.filter(
        ([key, one]) =>
          one.amount > 0 &&
          one.balance > 0 &&
          !this.#isOlder(one, 30) &&
          !this.notices.some(({ numbers }) => numbers.includes(key)),
      )
      if (isFirstLoad || fresh.every(([, one]) => this.#isOlder(one, 3))) continue
      this.notices.push({ company, numbers: fresh.map(([key]) => key), isTold: false })
    }
    for (const [key, one] of records) this.books.set(key, one)
  }

  tell(): void {
    for (const notice of this.notices.filter(({ isTold }) => !isTold)) {
      notice.isTold = true
      notice.numbers = notice.numbers.filter((key) => {
        const one = this.books.get(key)
        return one && one.amount > 0 && one.balance > 0
      })
      for (const key of notice.numbers)
        for (const { name, sees, isOn } of people)
          if (isOn && sees.includes(this.books.get(key)!.category))
            this.mailed.push(`${name} ${key}`)
    }
    for (const one of this.mailed) this.#seen.add(one)
  }

  /** Each reader gets each invoice at most once. */
  get isOnce(): boolean {
    return this.#seen.size === this.mailed.length
  }

  #isOlder({ date }: Known, days: number): boolean {
    return date < addDays(this.today, -days)
  }
}

test('each reader is mailed each new invoice once if it qualifies, and never otherwise', async () => {
  const { db, owner, take, rows } = await importDatabase()
  const given = new Given(db)
  const log = { warn: (_: object, message: string) => expect.unreachable(message) }
  const seen = { mailed: 0, notices: 0, severalRows: 0, deletions: 0, withoutMail: 0 }
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
      run += 1
      const model = new Model()
      const account = (company: string) => `${company}${run}`
      const keyOf = (company: string, number: string) => `${company}-${run}-${number}`
      for (const company of companies) {
        await given.company(account(company))
        for (const { name, sees, isOn } of people) {
          const email = `${name}.${company.toLowerCase()}${run}@x.example`
          await given.user(email, account(company), ['AccessInvoices'], [...sees])
          if (!isOn)
            await db.query(sql`
              insert into mail_address (account_id, email, kinds_off)
              values (${account(company)}, ${email}, '{newInvoices}')`)
        }
      }
      let last: TestRecord[] = []
      let lastKnown = new Map<string, Known>()
      const load = async () => {
        const report = await take(last)
        expect(report.firstRejects).toEqual([])
        model.take(lastKnown)
      }
      for (const one of [...steps, { do: 'tell' as const }]) {
        if (one.do === 'import') {
          model.today = addDays(model.today, one.days)
          await owner.query(
            `create or replace function portal_now() returns timestamptz language sql stable
                 as $$ select timestamptz '${model.today}T23:30:00Z' $$`,
          )
          lastKnown = new Map()
          last = one.invoices.map(({ company, number, category, age, amount, balance }) => {
            const key = keyOf(company, number)
            const date = addDays(model.today, -age)
            lastKnown.set(key, { date, category, amount, balance })
            return invoiceRecord({
              accountId: account(company),
              invoiceNumber: key,
              invoiceCategory: category,
              date,
              amount: String(amount),
              balanceDue: String(balance),
              lineItems: [],
            })
          })
          await load()
        } else if (one.do === 'repeat') await load()
        else if (one.do === 'tell') {
          await tellNewInvoices(db, log)
          model.tell()
        } else {
          const key = keyOf(one.company, one.number)
          await take([{ record: 'delete', kind: 'invoice', key }])
          if (model.books.delete(key)) seen.deletions += 1
        }
      }
      const found = await rows(
        `select m.recipient, m.content from mail m
          where m.account_id in ('${account('A')}', '${account('B')}')`,
      )
      const mailed = found.flatMap(({ recipient, content }) => {
        const { facts, lists = [] } = content as {
          facts: string[][]
          lists?: { rows: string[][] }[]
        }
        const listed = lists.flatMap((list) => list.rows.map(([number]) => number!))
        const numbers = lists.length > 0 ? listed : [facts[0]![1]!]
        return numbers.map((number) => {
          // The reader's company is the invoice's.
          expect(String(recipient)).toContain(`.${number.charAt(0).toLowerCase()}${run}@`)
          return `${String(recipient).split('.')[0]} ${number}`
        })
      })
      expect(mailed.toSorted()).toEqual(model.mailed.toSorted())
      expect(model.isOnce).toBe(true)
      seen.mailed += mailed.length
      seen.notices += model.notices.length
      seen.severalRows += found.filter(({ content }) => 'lists' in (content as object)).length
      if (model.books.size > 0 && mailed.length === 0) seen.withoutMail += 1
    }),
    { numRuns: runs(15) },
  )
  console.log(seen)
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(0)
}, 300_000)
