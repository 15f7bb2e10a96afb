import { beforeAll, expect, test } from 'vitest'
import { testPortal } from '../../test/portal/test-portal.ts'
import type { Scope } from '../platform/database/scope.ts'
import { answerCache, answerKey, PackedAnswers, type Answer } from './answer-cache.ts'
import { readList, type Page } from './invoices.queries.ts'

const limits = { bytes: 200_000, bytesOfCompany: 50_000 }
const portal = testPortal()

beforeAll(async () => {
  for (const company of ['A', 'B']) {
    await portal.given.company(company)
    for (let nth = 0; nth < 30; nth += 1) await portal.given.invoice(company, `${company}-${nth}`)
  }
})

const scopeOf = (accountId: string, revision = 1, now = new Date(0)) =>
  ({ accountId, revision, now, categoryIds: null }) as Scope
const page = (perPage: number, nth = 1): Page => ({ page: nth, perPage })
const answerOf = (bytes: number, changesAt: Date | null = null) => ({
  body: Buffer.alloc(bytes),
  etag: '""',
  changesAt,
  packedWell: false,
})
const keyOf = (scope: Scope, { page, perPage }: Page) => answerKey(scope, 'list', page, perPage)

function listsThrough(cached: PackedAnswers) {
  const cachedAnswer = answerCache(cached)
  return (scope: Scope, asked: Page) =>
    cachedAnswer(scope, keyOf(scope, asked), () => readList(portal.deps.db, scope, asked))
}

test('requests for every page size fill only the share of one company, and evict no list of another', async () => {
  const cached = new PackedAnswers(limits)
  const cachedList = listsThrough(cached)
  const other = await cachedList(scopeOf('B'), page(25))
  for (let perPage = 1; perPage <= 30; perPage += 1)
    for (let nth = 1; nth <= 5; nth += 1) await cachedList(scopeOf('A'), page(perPage, nth))
  expect(cached.bytes).toBeGreaterThan(limits.bytesOfCompany / 2)
  expect(cached.bytes).toBeLessThan(limits.bytesOfCompany + 10_000)
  expect(await cachedList(scopeOf('B'), page(25))).toBe(other)
})

test('many companies together stay within the limit', () => {
  const cached = new PackedAnswers(limits)
  for (let nth = 0; nth < 1000; nth += 1) {
    cached.set(scopeOf(`C${nth}`), 'one', answerOf(20_000))
    cached.set(scopeOf(`C${nth}`), 'two', answerOf(20_000))
    expect(cached.bytes).toBeLessThanOrEqual(limits.bytes)
  }
  expect(cached.bytes).toBeGreaterThan(limits.bytes / 2)
  // A response that is larger than the share of one company is not cached.
  cached.set(scopeOf('LARGE'), 'all', answerOf(60_000))
  expect(cached.get(scopeOf('LARGE'), 'all')).toBeUndefined()
})

test('a newer revision removes older responses, and a slow older response is not stored', () => {
  const cached = new PackedAnswers(limits)
  for (let nth = 0; nth < 10; nth += 1) cached.set(scopeOf('A', 1), `old ${nth}`, answerOf(1000))
  const before = cached.bytes
  cached.set(scopeOf('A', 2), 'new', answerOf(1000))
  expect(cached.bytes).toBeLessThan(before / 5)
  cached.set(scopeOf('A', 1), 'old 1', answerOf(1000))
  expect(cached.get(scopeOf('A', 1), 'old 1')).toBeUndefined()
  expect(cached.get(scopeOf('A', 2), 'new')).toBeDefined()
})

test('simultaneous requests share one query, and the second time a list is compressed better', async () => {
  const cached = new PackedAnswers(limits)
  const cachedList = listsThrough(cached)
  const scope = scopeOf('A', 7)
  const answers = await Promise.all([1, 2, 3].map(() => cachedList(scope, page(30))))
  expect(new Set(answers).size).toBe(1)
  const first = cached.bytes
  await cachedList(scope, page(30))
  await expect.poll(() => cached.get(scope, keyOf(scope, page(30)))?.packedWell).toBe(true)
  await expect.poll(() => cached.bytes).toBeLessThan(first)
})

test('a response is not used after the instant at which it changes without a write', async () => {
  const cachedAnswer = answerCache(new PackedAnswers(limits))
  const changesAt = new Date(1000)
  let loads = 0
  const ask = (now: number) =>
    cachedAnswer(scopeOf('A', 1, new Date(now)), 'one', async (): Promise<Answer> => {
      loads += 1
      return { json: String(loads), changesAt: loads === 1 ? changesAt : null }
    })
  const first = await ask(0)
  expect((await ask(999)).etag).toBe(first.etag)
  expect((await ask(1000)).etag).not.toBe(first.etag)
  await ask(5000)
  expect(loads).toBe(2)
})

test('a refusal is not cached, and the tag identifies the company and the content', async () => {
  const cachedAnswer = answerCache(new PackedAnswers(limits))
  const refuse = () => Promise.reject(new Error('not found'))
  await expect(cachedAnswer(scopeOf('A'), 'one', refuse)).rejects.toThrow('not found')
  const tagOf = async (accountId: string, json: string, total?: number) => {
    const load = async () => ({ json, ...(total !== undefined && { total }), changesAt: null })
    const answer = await answerCache(new PackedAnswers(limits))(scopeOf(accountId), 'one', load)
    return answer.etag
  }
  expect(await tagOf('A', '[]', 1)).toBe(await tagOf('A', '[]', 1))
  const tags = await Promise.all([
    tagOf('A', '[]', 1),
    tagOf('B', '[]', 1),
    tagOf('A', '[]', 2),
    tagOf('A', '[1]', 1),
    tagOf('A', '[]'),
  ])
  expect(new Set(tags).size).toBe(tags.length)
})
