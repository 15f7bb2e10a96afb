import fc from 'fast-check'
import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import type { Call } from '@portal/domain/kernel/call'
import { HeavyWork, limitHeavyWork } from './heavy-work.ts'
import { keepAddresses } from '../log/network-of.ts'

const limits = { ofSession: 2, ofCompany: 4, ofServer: 6, patienceMs: 60_000 }

/** Enters for a session (`A1` belongs to company `A`), and records the start in `begun`. */
function enter(work: HeavyWork, session: string, begun: string[] = []) {
  const entered = work.enter(session, session[0]!).then((leave) => {
    begun.push(session)
    return leave
  })
  // Work that still waits when its test ends is refused during another test file.
  entered.catch(() => {})
  return entered
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a session and a company have a limited number of places, and calls that wait for them delay no others', async () => {
  const work = new HeavyWork(limits)
  const begun: string[] = []
  const all = ['A1', 'A1', 'A1', 'A2', 'A2', 'A3', 'B1'].map((who) => enter(work, who, begun))
  await settled()
  expect(begun).toEqual(['A1', 'A1', 'A2', 'A2', 'B1'])
  const leave = await all[3]!
  leave()
  await settled()
  expect(begun.slice(5)).toEqual(['A3'])
})

test('a free place goes to the company with the least running work', async () => {
  const work = new HeavyWork({ ...limits, ofServer: 2 })
  const begun: string[] = []
  const [first] = ['A1', 'A2', 'A3', 'A3', 'B1'].map((who) => enter(work, who, begun))
  ;(await first!)()
  await settled()
  expect(begun).toEqual(['A1', 'A2', 'B1'])
})

test('a call that has waited too long is refused, and takes no place later', async () => {
  vi.useFakeTimers()
  const work = new HeavyWork({ ...limits, ofServer: 1, patienceMs: 10_000 })
  const leave = await enter(work, 'A1')
  const late = enter(work, 'B1').catch((refusal: unknown) => refusal)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await late).toMatchObject({ statusCode: 429 })
  leave()
  await expect(enter(work, 'C1')).resolves.toBeTypeOf('function')
  vi.useRealTimers()
})

test('in any sequence of calls no limit is exceeded, and every call finally starts', async () => {
  const who = fc.constantFrom('A1', 'A2', 'A3', 'B1', 'B2', 'C1', 'D1')
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ who, leaves: fc.nat(5) })), async (steps) => {
      const work = new HeavyWork(limits)
      const running: { who: string; leave: () => void }[] = []
      const withinLimits = () => {
        const most = (part: number) =>
          Math.max(
            0,
            ...running.map(
              ({ who }) =>
                running.filter((one) => one.who.slice(0, part) === who.slice(0, part)).length,
            ),
          )
        expect(running.length).toBeLessThanOrEqual(limits.ofServer)
        expect(most(1)).toBeLessThanOrEqual(limits.ofCompany)
        expect(most(2)).toBeLessThanOrEqual(limits.ofSession)
      }
      let begun = 0
      for (const { who, leaves } of steps) {
        const begin = async () => {
          const leave = await enter(work, who)
          begun += 1
          running.push({ who, leave })
        }
        void begin()
        await settled()
        withinLimits()
        for (const { leave } of running.splice(0, leaves)) leave()
      }
      while (running.length > 0) {
        running.shift()!.leave()
        await settled()
        withinLimits()
      }
      expect(begun).toBe(steps.length)
    }),
  )
})

test('a call keeps its place until its computation ends, even if its client is gone', async () => {
  const app = Fastify({ forceCloseConnections: true })
  keepAddresses(app, true)
  app.decorateRequest('sessionHash', null).decorateRequest('scope', null)
  limitHeavyWork(app, 1)
  const answers: (() => void)[] = []
  const call = { isHeavy: true } as Call
  app.get(
    '/heavy',
    { config: { access: 'public', call } },
    () => new Promise((answer) => answers.push(() => answer('x'))),
  )
  app.get('/light', () => 'y')
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const client = new AbortController()
  const first = fetch(`${origin}/heavy`, client).catch(() => 'gone')
  await expect.poll(() => answers.length).toBe(1)
  const second = fetch(`${origin}/heavy`)
  const third = fetch(`${origin}/heavy`)
  expect((await fetch(`${origin}/light`)).status).toBe(200)
  expect(answers.length).toBe(1)
  client.abort()
  expect(await first).toBe('gone')
  expect((await fetch(`${origin}/light`)).status).toBe(200)
  expect(answers.length).toBe(1)
  answers[0]!()
  await expect.poll(() => answers.length).toBe(2)
  answers[1]!()
  expect((await second).status).toBe(200)
  await expect.poll(() => answers.length).toBe(3)
  answers[2]!()
  expect((await third).status).toBe(200)
  await app.close()
})

test('too many simultaneous calls of one session are refused before any lookup', async () => {
  const app = Fastify({ forceCloseConnections: true })
  keepAddresses(app, true)
  app.decorateRequest('sessionHash', null).decorateRequest('scope', null)
  app.addHook('onRequest', async (request) => {
    request.sessionHash = Buffer.from(request.headers.cookie ?? '')
  })
  limitHeavyWork(app, 2)
  let lookedUp = 0
  app.addHook('onRequest', async () => void (lookedUp += 1))
  const call = { isHeavy: true } as Call
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  app.get('/heavy', { config: { access: 'public', call } }, async () => {
    await held
    return 'x'
  })
  const ask = (cookie: string) => app.inject({ url: '/heavy', headers: { cookie } })
  const many = Array.from({ length: 30 }, () => ask('a'))
  await expect.poll(() => lookedUp).toBe(22)
  answer()
  const statuses = (await Promise.all(many)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 429)).toHaveLength(8)
  expect((await ask('b')).statusCode).toBe(200)
  expect((await ask('a')).statusCode).toBe(200)
  await app.close()
})
