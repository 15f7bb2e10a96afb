import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import type { Call } from '@portal/domain/kernel/call'
import { answerErrors } from './errors.ts'
import { HeavyThread } from './heavy-thread.ts'
import { limitHeavyWork } from './heavy-work.ts'
import { keepAddresses } from '../log/network-of.ts'
import type { Actor, Scope } from '../database/scope.ts'

let close = async () => {}
afterEach(() => close())

const programOf = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`)

/**
 * Starts a server whose only heavy call is answered by a thread with this program. The thread receives each call as
 * `asked` with its `port`.
 */
async function serverWith(program: string, patienceMs?: number) {
  const source = `
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', async (asked) => { const { port, url } = asked; ${program} })`
  const logged: unknown[] = []
  const write = (facts: unknown) => void logged.push(facts)
  const thread = new HeavyThread(
    programOf(source),
    { info: write, warn: write, error: write },
    patienceMs,
  )
  const app = Fastify({ forceCloseConnections: true })
  close = () => app.close()
  answerErrors(app)
  keepAddresses(app, true)
  app.decorateRequest('sessionHash', null)
  const actor = { userId: 'u' } as Actor
  app.decorateRequest('scope', { getter: () => ({ accountId: 'A' }) as Scope })
  app.decorateRequest('actor', { getter: () => actor })
  limitHeavyWork(app, 4, thread)
  const config = { access: 'public', call: { isHeavy: true } as Call } as const
  app.get('/:what', { config }, () => 'not in a thread')
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const ask = (what: string, init?: RequestInit) => fetch(`${origin}/${what}`, init)
  return { ask, logged }
}

const answer = (...parts: string[]) => `
  port.postMessage({ status: 207, headers: { 'x-of': 'thread' } })
  const parts = ${JSON.stringify(parts)}.map((text) => new TextEncoder().encode(text))
  port.on('message', () => port.postMessage(parts.shift() ?? 'end'));`

test('the thread answers with status, headers and all parts, several calls at once', async () => {
  const { ask } = await serverWith(answer('one ', 'two ', 'three'))
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask('x')))
  for (const each of answers) {
    expect([each.status, each.headers.get('x-of')]).toEqual([207, 'thread'])
    expect(await each.text()).toBe('one two three')
  }
})

test.each<[string, string, number?]>([
  ['fails', 'throw new Error("out of memory")'],
  ['exits', 'process.exit(1)'],
  // Long enough for a busy machine to start the thread.
  ['does not come back', 'for (;;);', 2000],
])(
  'a thread that %s refuses the waiting calls, and the next call gets another thread',
  async (_, end, patienceMs) => {
    const { ask, logged } = await serverWith(
      `if (url !== '/end') { ${answer('fine')} return } ${end}`,
      patienceMs,
    )
    expect(await (await ask('x')).text()).toBe('fine')
    const ended = await ask('end')
    expect([ended.status, await ended.json()]).toEqual([
      503,
      { message: 'The portal is busy. Please try again in a moment.' },
    ])
    expect(await (await ask('x')).text()).toBe('fine')
    expect(logged).toHaveLength(1)
  },
)

test('a response that the thread does not finish is cut off, not ended as if complete', async () => {
  for (const end of ["port.postMessage('failed')", 'process.exit(0)']) {
    const { ask } = await serverWith(`
      port.postMessage({ status: 200, headers: {} })
      port.once('message', () => {
        port.postMessage(new TextEncoder().encode('half'))
        port.once('message', () => ${end})
      })`)
    await expect((await ask('x')).text()).rejects.toThrow('terminated')
    await close()
  }
})

test('the thread is notified when the client disconnects, and the place is free when the thread has ended its work', async () => {
  const { ask } = await serverWith(`
    globalThis.gone ??= 0
    if (url === '/wait')
      return port.on('message', (told) => {
        if (told === 'gone') globalThis.gone += 1
        port.postMessage('failed')
      })
    const count = new TextEncoder().encode(String(globalThis.gone))
    port.postMessage({ status: 200, headers: {} })
    const parts = [count]
    port.on('message', () => port.postMessage(parts.shift() ?? 'end'))`)
  const client = new AbortController()
  const waiting = [1, 2].map(() => ask('wait', client).catch(() => 'gone'))
  // Only two calls of a session run at once, so the third one waits.
  const third = ask('x')
  setTimeout(() => client.abort(), 300)
  expect(await Promise.all(waiting)).toEqual(['gone', 'gone'])
  expect((await third).status).toBe(200)
  await expect.poll(async () => (await ask('x')).text()).toBe('2')
})

test('a start ends when the thread reports that it takes calls, or ends', async () => {
  const log = { info() {}, warn() {}, error() {} }
  const program = (last: string) => `
    import { parentPort } from 'node:worker_threads'
    await new Promise((resolve) => setTimeout(resolve, 100))
    ${last}`
  const slow = new HeavyThread(programOf(program("parentPort.postMessage('ready')")), log)
  await slow.start()
  await slow.end()
  for (const [last, problem] of [
    ["throw new Error('no settings')", 'no settings'],
    ['process.exit(1)', 'ended at its start'],
  ] as const)
    await expect(new HeavyThread(programOf(program(last)), log).start()).rejects.toThrow(problem)
})
