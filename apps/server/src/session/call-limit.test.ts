import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser } from '../../test/portal/portal.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { cookieNames } from '../platform/http/cookies.ts'

const limit = 60
const portal = testPortal({ CALLS_PER_MINUTE: String(limit) })
let ana: Browser
let boris: Browser
let nth = 0
let remoteAddress: string

beforeAll(async () => {
  await portal.given.company('A1')
  await portal.given.user('ana@a.example', 'A1', ['AccessInvoices'])
  await portal.given.user('boris@a.example', 'A1', ['AccessInvoices'])
})
beforeEach(async () => {
  ana = await portal.signIn('ana@a.example')
  boris = await portal.signIn('boris@a.example')
  remoteAddress = `203.0.113.${++nth}`
})

async function invented(url: string, count: number): Promise<number[]> {
  const name = cookieNames(portal.origin).session
  const statuses = []
  for (let index = 0; index < count; index += 1) {
    const headers = { cookie: `${name}=${randomBytes(4000).toString('base64url')}` }
    statuses.push((await portal.app.inject({ url, headers, remoteAddress })).statusCode)
  }
  return statuses
}
const statusOf = async (who: Browser) =>
  (await who.get('/api/user/myself', { remoteAddress })).statusCode

test.each([
  ['/api/accreditation/purchase?productId=ACC-100', 'a public call that reads no session'],
  ['/api/is-authenticated', 'a public call that reads the session'],
  ['/api/user/myself', 'a call for users'],
])('calls of %s with invented sessions count for their address (%s)', async (url) => {
  const statuses = await invented(url, limit + 1)
  expect(statuses.slice(0, limit)).not.toContain(429)
  expect(statuses.at(-1)).toBe(429)
})

test('pages, files and unknown addresses count too, ten times as many', async () => {
  const statuses = await invented('/assets/app.js', 10 * limit + 1)
  expect(statuses.slice(0, -1)).not.toContain(429)
  expect(statuses.at(-1)).toBe(429)
})

test('a known session keeps its own limit while others use up the limit of their address', async () => {
  expect(await statusOf(ana)).toBe(200)
  await invented('/api/is-authenticated', limit + 1)
  expect(await statusOf(ana)).toBe(200)
  for (let index = 2; index < limit; index += 1) expect(await statusOf(ana)).toBe(200)
  expect(await statusOf(ana)).toBe(429)
})

test('each session of an address has its own limit', async () => {
  for (const who of [ana, boris])
    for (let index = 0; index < limit; index += 1) expect(await statusOf(who)).toBe(200)
})

test('an ended session counts for its address', async () => {
  expect(await statusOf(ana)).toBe(200)
  await ana.post('/api/signout', { remoteAddress })
  const statuses = []
  for (let index = 0; index < limit + 1; index += 1) statuses.push(await statusOf(ana))
  expect(statuses.slice(0, limit - 1)).toEqual(Array<number>(limit - 1).fill(401))
  expect(statuses.at(-1)).toBe(429)
})
