import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rightsFollower } from './follow-rights.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A page and its server. Who-am-I takes 50 ms and returns the permissions at the time of the request. */
function page() {
  const known = { server: 'A', shown: 'A' as string | undefined, asked: 0, isDown: false }
  const take = rightsFollower({
    shown: () => known.shown,
    ask: async () => {
      known.asked += 1
      const then = known.server
      await vi.advanceTimersByTimeAsync(50)
      if (known.isDown) throw new Error('no answer')
      known.shown = then
    },
  })
  return { known, take }
}

test('a response with the digest shown sends no request, one with another digest sends one', async () => {
  const { known, take } = page()
  await take('A')
  expect(known.asked).toBe(0)
  known.server = 'B'
  await Promise.all([take('B'), take('B'), take('B')])
  expect(known).toMatchObject({ shown: 'B', asked: 1 })
})

test('a slow older response sends one request and restores nothing old', async () => {
  const { known, take } = page()
  known.server = 'B'
  await take('B')
  await take('A')
  await take('A')
  expect(known).toMatchObject({ shown: 'B', asked: 2 })
})

test('permissions that change again during who-am-I are requested too', async () => {
  const { known, take } = page()
  known.server = 'B'
  const first = take('B')
  known.server = 'C'
  await take('C')
  await first
  expect(known).toMatchObject({ shown: 'C', asked: 2 })
})

test('a digest that who-am-I never confirms is requested at most every five seconds', async () => {
  const { known, take } = page()
  for (let ms = 0; ms < 10_000; ms += 100) {
    await take(ms % 200 ? 'A' : 'of another release')
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(known.shown).toBe('A')
  expect(known.asked).toBeLessThanOrEqual(3)
})

test('a failed who-am-I is retried with the next response; without a user there is no request', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const { known, take } = page()
  known.server = 'B'
  known.isDown = true
  await take('B')
  expect(known).toMatchObject({ shown: 'A', asked: 1 })
  known.isDown = false
  await take('B')
  expect(known).toMatchObject({ shown: 'B', asked: 2 })
  known.shown = undefined
  await take('C')
  expect(known.asked).toBe(2)
  warn.mockRestore()
})
