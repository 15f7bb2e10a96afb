import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import pg from 'pg'
import { isShared, runs, testSeed } from '../../../../tools/random-tests.ts'
import { startAnswerModel } from '../../test/answer-model/run.ts'
import * as cache from './answer-cache.ts'

const { answerKey, PackedAnswers } = { ...cache }

afterEach(() => vi.restoreAllMocks())

async function withModel(
  work: (model: Awaited<ReturnType<typeof startAnswerModel>>) => Promise<void>,
) {
  const model = await startAnswerModel()
  try {
    await work(model)
  } finally {
    await model.close()
  }
}

/** The changes that write to each table, so that the search for its triggers is short. */
const changesOf: Record<string, string[]> = {
  autopay_enrolment: ['AutoPay is turned on', 'AutoPay is turned off'],
  bank_account: ['a bank account comes', 'bank accounts change', 'bank accounts go'],
  invoice: ['a column of an invoice', 'an invoice goes', 'an invoice comes'],
  invoice_line: ['a line comes', 'a line changes', 'a line goes'],
  invoice_portal_payment: ['the books name a payment', 'a named amount changes', 'names go'],
  ledger_entry: ['money is booked'],
  payment_attempt: ['a payment opens', 'a payment is found', 'a payment changes'],
  payment_dispute: ['a dispute comes', 'a dispute changes', 'disputes go'],
  payment_refund: ['a refund comes', 'a refund changes', 'refunds go'],
}

/** The changes with which an answer becomes wrong later, and later. */
const changesOfTime = ['time passes', 'a record of the books', 'a payment changes']

test(
  'after any change a cached response equals one from the database',
  () =>
    withModel(async ({ property, missing, seen }) => {
      await fc.assert(property(30), { numRuns: runs(3) })
      // Chance may have left out a change, or each of its tries may have had no effect.
      for (let more = 1; missing().length > 0 && more <= 100; more += 1) {
        const favored = missing().flatMap(
          (change) =>
            Object.values(changesOf).find((ofTable) => ofTable.includes(change)) ?? change,
        )
        await fc.assert(property(15, favored), { numRuns: 1, seed: testSeed + more })
      }
      console.log(seen)
      expect(missing()).toEqual([])
    }),
  900_000,
)

/** Takes steps until the responses differ; returns the kind of the difference. */
async function findFault(
  { property }: Awaited<ReturnType<typeof startAnswerModel>>,
  what: string,
  favored: readonly string[] = [],
) {
  const { errorInstance, numRuns, seed } = await fc.check(property(15, favored), {
    numRuns: 60,
    endOnFailure: true,
  })
  console.log(`${what}: found by sequence ${numRuns} of seed ${seed}`)
  return errorInstance instanceof Error ? errorInstance.name : undefined
}

describe('the model finds a missing trigger', () => {
  test(
    'of any table that an answer is read from; the lanes try a sixth',
    () =>
      withModel(async (model) => {
        const owner = new pg.Client({ connectionString: model.portal.database.ownerUrl })
        await owner.connect()
        const { rows } = await owner.query<{ name: string; on: string }>(
          `select tgname as name, tgrelid::regclass::text as on from pg_trigger where tgname like 'revision_on_%' order by 2, 1`,
        )
        expect(rows).toHaveLength(21)
        for (const { name, on } of rows.filter((_, place) => isShared(place, 6))) {
          await owner.query(`alter table ${on} disable trigger ${name}`)
          const fault = await findFault(model, `${name} of ${on}`, changesOf[on])
          expect(fault, `${name} of ${on}`).toBe('AssertionError')
          await owner.query(`alter table ${on} enable trigger ${name}`)
        }
        await owner.end()
      }),
    900_000,
  )
})

describe('the model finds a missing part of the key', () => {
  const wrongKeys: Record<string, () => void> = {
    categories: () => withKey(([, ...asked]) => [null, ...asked]),
    'the call and the page': () => withKey(([seen, , , ...rest]) => [seen, ...rest]),
    'the size of the page': () =>
      withKey(([seen, what, one, two]) =>
        what === 'list' ? [seen, what, one] : [seen, what, one, two],
      ),
    'whether AutoPay is on': () =>
      withKey(([seen, what, one, two]) =>
        what === 'detail' ? [seen, what, one] : [seen, what, one, two],
      ),
    'the company': () => withScope((scope) => ({ ...scope, accountId: 'one' })),
    'the revision': () => withScope((scope) => ({ ...scope, revision: 1 })),
    'the clock': () => withScope((scope) => ({ ...scope, now: new Date(0) })),
  }

  test.each(Object.keys(wrongKeys))(
    '%s',
    (part) => {
      wrongKeys[part]!()
      return withModel(async (model) => {
        const favored = part === 'the clock' ? changesOfTime : []
        expect(await findFault(model, part, favored)).toBe('AssertionError')
      })
    },
    300_000,
  )
})

function withKey(change: (parts: unknown[]) => unknown[]): void {
  vi.spyOn(cache, 'answerKey').mockImplementation((...parts) =>
    JSON.stringify(change(JSON.parse(answerKey(...parts)) as unknown[])),
  )
}

type Kept = Parameters<InstanceType<typeof PackedAnswers>['get']>[0]

function withScope(change: (scope: Kept) => Kept): void {
  const { get, set } = PackedAnswers.prototype
  vi.spyOn(PackedAnswers.prototype, 'get').mockImplementation(function (
    this: cache.PackedAnswers,
    scope,
    key,
  ) {
    return get.call(this, change(scope), key)
  })
  vi.spyOn(PackedAnswers.prototype, 'set').mockImplementation(function (
    this: cache.PackedAnswers,
    scope,
    key,
    answer,
  ) {
    set.call(this, change(scope), key, answer)
  })
}
