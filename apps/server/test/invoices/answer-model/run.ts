import fc from 'fast-check'
import { expect } from 'vitest'
import sql from 'sql-template-tag'
import { readDetail, readList } from '../../../src/invoices/invoices.queries.ts'
import type { Scope } from '../../../src/platform/database/scope.ts'
import { findActor, sessionHash } from '../../../src/session/session.queries.ts'
import { writePayment } from '../../portal/books.ts'
import { portalClock } from '../../portal/portal-clock.ts'
import { startTestPortal, type Browser, type TestPortal } from '../../portal/portal.ts'
import { changes, makeChange, openSystem, startOfTime, type Dice, type World } from './changes.ts'

export type Step = readonly [change: string, dice: Dice]

/** Random steps of all changes, or mostly of the favored ones. */
function stepsOf(length: number, favored: readonly string[]) {
  const anyChange = fc.constantFrom(...Object.keys(changes))
  const change =
    favored.length > 0
      ? fc.oneof(anyChange, { weight: 4, arbitrary: fc.constantFrom(...favored) })
      : anyChange
  const die = fc.nat(11)
  const step: fc.Arbitrary<Step> = fc.tuple(change, fc.tuple(die, die, die))
  return fc.array(step, { minLength: length, maxLength: length })
}

/** A request of a user, and the newest copy of the response in the browser. */
interface Question {
  who: Browser
  path: string
  companyFilter: string | undefined
  read: (scope: Scope) => Promise<{ json: string; total?: number } | undefined>
  copy?: { etag: string; body: string; total: unknown }
}

export async function startAnswerModel() {
  const portal = await startTestPortal()
  const [clock, system] = [await portalClock(portal), await openSystem(portal)]
  for (const name of ['Licenses', 'Hidden', 'Other']) await portal.given.category(name)
  await portal.given.company('PROVIDER')
  await portal.given.user('sue@provider.example', 'PROVIDER', [], [], 'SuperAdmin')
  let count = 0
  const happened = new Set<string>()
  /** The number of responses compared, and of copies that a 304 confirmed. */
  const seen = { answers: 0, confirmed: 0 }

  /** Takes the steps one by one; after each, checks that every response equals one from the database. */
  async function follow(steps: readonly Step[]): Promise<void> {
    const world = {
      ...(await newWorld(portal, (count += 1))),
      portal,
      clock,
      system,
      now: startOfTime,
    }
    await clock.set(world.now.toISOString())
    const questions = await questionsOf(world)
    await compare(portal, questions, 0, seen)
    for (const [change, dice] of steps) {
      if (await makeChange(world, change, dice)) happened.add(change)
      await compare(portal, questions, dice[2], seen)
    }
  }

  return {
    portal,
    seen,
    /** The changes that have had no effect so far. */
    missing: () => Object.keys(changes).filter((change) => !happened.has(change)),
    property: (length: number, favored: readonly string[] = []) =>
      fc.asyncProperty(stepsOf(length, favored), follow),
    close: async () => {
      await Promise.all([clock.close(), system.end()])
      await portal.close()
    },
  }
}

async function newWorld({ given, system }: TestPortal, count: number) {
  const companies = [`X${count}`, `Y${count}`] as const
  const numbers = [`${count}-1`, `${count}-2`, `${count}-3`] as const
  const emails = [`ana@x${count}.example`, `bob@x${count}.example`] as const
  for (const company of companies) {
    await given.company(company)
    await system.query(sql`
      insert into card (account_id, provider_card_id, fingerprint, brand, last4, exp_month, exp_year)
      values (${company}, ${`pm ${company}`}, 'f', 'visa', '4242', 1, 2040)`)
  }
  await given.user(emails[0], companies[0], ['AccessInvoices'], ['Licenses'])
  await given.user(emails[1], companies[0], ['AccessInvoices'], ['Licenses', 'Hidden'])
  for (const [company, number] of [
    [companies[0], numbers[0]],
    [companies[0], numbers[1]],
    [companies[0], numbers[2]],
    [companies[1], numbers[0]],
  ] as const) {
    const namesPayments = number === numbers[1]
    const id = await given.invoice(company, number, { namesPayments, name: company })
    await given.line(company, id, 1, 'a line')
    if (company === companies[1] || number === numbers[2]) continue
    // Some invoices are paid from the start, so that most changes have an effect.
    const paid = await writePayment(system, number, 4000, number === numbers[1], startOfTime)
    if (namesPayments)
      await system.query(sql`
        insert into invoice_portal_payment (account_id, invoice_id, payment_id, amount_cents)
        values (${company}, ${id}, ${paid}, 1000)`)
  }
  return { companies, numbers, emails }
}

async function questionsOf({ portal, companies, numbers, emails }: World): Promise<Question[]> {
  const { db, config } = portal.deps
  const [ana, bob, sue] = await Promise.all(
    [...emails, 'sue@provider.example'].map((email) => portal.signIn(email)),
  )
  const lists = [
    { page: 1, perPage: 25 },
    { page: 1, perPage: 1 },
    { page: 2, perPage: 1 },
  ].map((page) => ({
    path: `/api/invoice?page=${page.page}&perPage=${page.perPage}`,
    read: (scope: Scope) => readList(db, scope, page),
  }))
  const details = numbers.map((number) => ({
    path: `/api/invoice/details/${number}?`,
    read: (scope: Scope) => readDetail(db, scope, number, config),
  }))
  const first = lists.slice(0, 1)
  return [
    ...[...lists, ...details].map((call) => ({ ...call, who: ana!, companyFilter: undefined })),
    ...[...first, ...details].map((call) => ({ ...call, who: bob!, companyFilter: undefined })),
    ...companies.flatMap((companyFilter) =>
      [...first, ...details].map((call) => ({ ...call, who: sue!, companyFilter })),
    ),
  ]
}

async function compare(
  portal: TestPortal,
  questions: Question[],
  shift: number,
  seen: { answers: number; confirmed: number },
): Promise<void> {
  for (const [index, question] of questions.entries()) {
    const expected = await readFromDatabase(portal, question)
    const answer = await ask(question)
    expect(answer).toEqual({ ...expected, etag: answer.etag })
    // Sends the tag of its copy, and sometimes the tag of another request: a 304 must confirm the right content.
    const other = index === shift ? questions[0]!.copy : undefined
    for (const copy of [question.copy, other]) {
      if (!copy) continue
      const again = await ask(question, copy.etag)
      if (again.status === 304) {
        expect({ body: copy.body, total: copy.total }).toEqual(bodyOf(expected))
        seen.confirmed += 1
      } else expect(again).toEqual(answer)
    }
    seen.answers += 1
    if (answer.status !== 200) continue
    const hasSame = question.copy?.etag === answer.etag
    if (hasSame) expect(question.copy).toEqual({ etag: answer.etag, ...bodyOf(answer) })
    question.copy = { etag: answer.etag, ...bodyOf(answer) }
  }
}

const bodyOf = ({ body, total }: { body: string; total: unknown }) => ({ body, total })

async function ask({ who, path, companyFilter }: Question, etag?: string) {
  const url = companyFilter ? `${path}&companyFilter=${companyFilter}` : path
  const answer = await who.get(url, etag ? { headers: { 'if-none-match': etag } } : {})
  const { statusCode: status, headers } = answer
  const isFound = status === 200
  return {
    status,
    body: isFound ? answer.body : '',
    total: isFound ? headers['x-count'] : undefined,
    etag: String(headers.etag),
  }
}

/** Reads with the same rights and statements, without the cache. */
async function readFromDatabase({ deps }: TestPortal, { who, companyFilter, read }: Question) {
  const found = await findActor(deps.db, sessionHash(who.token!), companyFilter ?? null, '::1')
  if (!found || !('scope' in found) || !found.scope) throw new Error('the session has no scope')
  const { scope } = found
  const isAllowed = scope.actor.role === 'SuperAdmin' || scope.actor.permissions.length > 0
  const answer = isAllowed ? await read(scope) : undefined
  if (!answer) return { status: isAllowed ? 404 : 403, body: '', total: undefined }
  return { status: 200, body: answer.json, total: answer.total?.toString() }
}
