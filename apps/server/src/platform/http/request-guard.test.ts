import { beforeAll, expect, test } from 'vitest'
import type { Browser } from '../../../test/portal/portal.ts'
import { testPortal } from '../../../test/portal/test-portal.ts'

const portal = testPortal()
let ana: Browser

beforeAll(async () => {
  await portal.given.company('A1')
  ana = await portal.person('ana@a.example', 'A1', ['AccessInvoices'])
})

test('a path of more than 512 characters is refused before it is read, whatever its query', async () => {
  const path = (length: number) => `/api/invoice/details/x${'/'.repeat(length - 22)}`
  const get = async (url: string) => {
    const { statusCode, json } = await ana.get(url)
    return [statusCode, json<{ message: string }>().message]
  }
  expect(await get(path(512))).toEqual([404, 'Not found.'])
  expect(await get(path(513))).toEqual([414, 'The address is too long.'])
  expect((await ana.post(path(15_000))).statusCode).toBe(414)
  const search = 'x'.repeat(600)
  expect((await ana.get(`/api/invoice?search=${search}`)).statusCode).toBe(400)
})

test.each(['/health/live', '/health/ready', '/api/invoice', '/api/user/myself', '/api/nowhere'])(
  'HEAD %s is GET without a body',
  async (url) => {
    const [got, head] = [await ana.get(url), await ana.send('HEAD', url)]
    expect(head.body).toBe('')
    expect(head.statusCode).toBe(got.statusCode)
    for (const name of ['content-type', 'content-length', 'cache-control'])
      expect(head.headers[name], name).toBe(got.headers[name])
  },
)

test('at an unknown address a program gets 404, not a hint for a page', async () => {
  const { statusCode, json } = await portal.app.inject({
    method: 'POST',
    url: '/api/integration/recordz',
    headers: { authorization: 'Bearer portal_12345678_x', 'content-type': 'application/x-ndjson' },
    payload: '{}',
  })
  expect([statusCode, json()]).toEqual([404, { message: 'Not found.' }])
})

test('a call without a body refuses one; an empty object counts as none', async () => {
  const again = await portal.signIn('ana@a.example')
  const send = async (payload?: object) => {
    const { statusCode, json } = await again.post('/api/signout', payload && { payload })
    return [statusCode, json<{ message?: string }>().message]
  }
  expect(await send({ everywhere: true })).toEqual([
    400,
    'body: must NOT have more than 0 properties',
  ])
  expect(await send({})).toEqual([200, undefined])
})
