import { expect, test, vi } from 'vitest'
import { CallFailed, failureText, isUncertain } from './call-failed.ts'
import { fileNameOf } from './download.ts'
import { cookieValue } from './xsrf.ts'

test('a failed call has the server’s message, otherwise the screen’s', () => {
  expect(failureText(new CallFailed(402, 'Your card was declined.'), 'Payment failed.')).toBe(
    'Your card was declined.',
  )
  expect(failureText(new CallFailed(500, ''), 'Payment failed.')).toBe('Payment failed.')
  expect(failureText(new TypeError('Failed to fetch'), 'Payment failed.')).toBe('Payment failed.')
})

test('only a missing response or a server error leaves the outcome unknown', () => {
  expect(isUncertain(new TypeError('network'))).toBe(true)
  expect(isUncertain(new CallFailed(503, 'busy'))).toBe(true)
  expect(isUncertain(new CallFailed(402, 'declined'))).toBe(false)
})

test('a download keeps the name the server gives it, without folders', () => {
  expect(fileNameOf('attachment; filename="INV-1.csv"', 'x.xls')).toBe('INV-1.csv')
  expect(fileNameOf(`attachment; filename="a"; filename*=UTF-8''Rechnung%20%C3%BC.pdf`, 'x')).toBe(
    'Rechnung ü.pdf',
  )
  expect(fileNameOf('attachment; filename="../../etc/passwd"', 'x')).toBe('..-..-etc-passwd')
  expect(fileNameOf("attachment; filename*=UTF-8''%E0%A4%A", 'INV-1.pdf')).toBe('INV-1.pdf')
  expect(fileNameOf(null, 'INV-1.pdf')).toBe('INV-1.pdf')
})

test('the token cookie is found among others, whole', () => {
  expect(cookieValue('a=1; XSRF-TOKEN=ab.c%3D; b=2', 'XSRF-TOKEN')).toBe('ab.c=')
  expect(cookieValue('NOT-XSRF-TOKEN=1', 'XSRF-TOKEN')).toBeUndefined()
})

test('only a read is repeated, once, if the server is overloaded, after the time that the server names', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { getElementById: () => null, cookie: '' })
  const { send } = await import('./call.ts')
  const busy = (seconds: string) =>
    new Response('{"message":"busy"}', { status: 429, headers: { 'retry-after': seconds } })
  const fetched = vi.fn<() => Promise<Response>>()
  vi.stubGlobal('fetch', fetched)
  const answersOf = async (method: string, ...answers: Response[]) => {
    for (const answer of answers) fetched.mockResolvedValueOnce(answer)
    const sent = send(`${method} /x`).then(
      ({ status }) => status,
      ({ status }: CallFailed) => status,
    )
    await vi.advanceTimersByTimeAsync(10_000)
    return [await sent, fetched.mock.calls.splice(0).length]
  }
  expect(await answersOf('GET', busy('10'), new Response('{}'))).toEqual([200, 2])
  expect(await answersOf('GET', busy('10'), busy('10'))).toEqual([429, 2])
  expect(await answersOf('GET', busy('60'))).toEqual([429, 1])
  expect(await answersOf('POST', busy('10'))).toEqual([429, 1])
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
