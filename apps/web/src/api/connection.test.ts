import { expect, test, vi } from 'vitest'
import { checkConnection, pauseAfter } from './connection.ts'

test('the pauses between checks grow to half a minute, and differ between browsers', () => {
  expect([1, 2, 3, 4, 5, 6, 60].map((failures) => pauseAfter(failures, 1))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ])
  expect(pauseAfter(1, 0)).toBe(500)
  expect(pauseAfter(60, 0)).toBe(15_000)
})

test('a failure is judged by a check that began after it', async () => {
  const answers: ((ok: boolean) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise((resolve) => answers.push((ok) => resolve({ ok }))))
  vi.stubGlobal('navigator', { onLine: false })
  const before = checkConnection()
  const since = [checkConnection(), checkConnection()]
  answers[0]!(true)
  expect(await before).toBe(true)
  expect(answers).toHaveLength(2)
  answers[1]!(false)
  expect(await Promise.all(since)).toEqual([false, false])
  const last = checkConnection()
  answers[2]!(true)
  expect(await last).toBe(true)
  vi.unstubAllGlobals()
})
