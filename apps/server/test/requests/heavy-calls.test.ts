import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '@portal/domain/calls'
import type { Call } from '@portal/domain/kernel/call'
import type { Browser } from '../portal/portal.ts'
import { makeArchives } from '../../src/invoices/make-archives.ts'
import { startReplica, type Replica } from '../processes/start-dying-server.ts'
import { testPortal } from '../portal/test-portal.ts'

/** A server as in production, which handles its heavy calls in a thread; the portal handles them without. */
let server: Replica
const portal = testPortal()
let reader: Browser
let ids: string[]

beforeAll(async () => {
  await portal.given.company('H')
  await portal.given.company('I')
  ids = [await portal.given.invoice('H', 'H-1'), await portal.given.invoice('H', 'H-2')]
  await portal.given.line('H', ids[0]!, 1, 'For März')
  await portal.given.invoice('I', 'I-1')
  const rights = ['AccessInvoices', 'PayInvoices', 'AccessLicenses', 'ManageUsers'] as const
  reader = await portal.person('r@h.example', 'H', [...rights], ['Licenses'])
  await reader.post('/api/invoice/selected-invoices/archive', { payload: { invoiceIds: ids } })
  await makeArchives(portal.deps, portal.system)
  server = await startReplica(portal, 'web')
})
afterAll(() => server.stop())

type Method = 'GET' | 'HEAD' | 'POST'
interface Sent {
  headers?: Record<string, string>
  body?: object
}

/** The headers of a response that depend on time or connection. */
const passing =
  /^(x-request-id|date|connection|keep-alive|content-length|content-encoding|transfer-)/

/** Returns both responses to one call. Only the beginning of a file is compared, because the file contains its time. */
async function both(method: Method, path: string, { headers, body }: Sent) {
  const json = body && { 'content-type': 'application/json' }
  const sent = { ...reader.headers, ...json, ...headers }
  const payload = body && JSON.stringify(body)
  const here = await reader.send(method, path, { headers: sent, ...(payload && { payload }) })
  const there = await fetch(`http://localhost:${server.port}${path}`, {
    method,
    headers: sent,
    ...(payload && { body: payload }),
  })
  const summaryOf = (status: number, all: object, content: Buffer) => {
    const kept = Object.entries(all).filter(([name]) => !passing.test(name))
    const isFile = 'content-disposition' in all
    return [
      status,
      Object.fromEntries(kept),
      isFile ? content.toString('hex', 0, 8) : content.toString(),
    ]
  }
  const bytes = Buffer.from(await there.arrayBuffer())
  return {
    here: summaryOf(here.statusCode, here.headers, here.rawPayload),
    there: summaryOf(there.status, Object.fromEntries(there.headers), bytes),
  }
}

const paths: Record<string, string> = {
  ':invoiceNumber': 'H-1',
  'pdf/:file': 'pdf/H-1.pdf',
  'xls/:file': 'xls/H-1.xls',
  'confirmation/:file': 'confirmation/1.pdf',
  'receipt/:file': 'receipt/3d5c1c9e-7a0e-4a26-9d0e-5a9b6f1d8c11.pdf',
}

const heavy = Object.entries<Call>(calls).filter(([, call]) => call.isHeavy)

test.each(heavy)('%s has the same response in a thread as without', async (_, { method, path }) => {
  const address = Object.entries(paths).reduce((one, [name, is]) => one.replace(name, is), path)
  const query = path.includes('statements') ? '?startdate=11/1/26&statementdate=11/30/26' : ''
  const { here, there } = await both(method as Method, `/api${address}${query}`, {
    ...(method === 'POST' && { body: { invoiceIds: ids } }),
  })
  expect(there).toEqual(here)
  expect(here[0]).toBe(/(confirmation|receipt)\//.test(address) ? 404 : 200)
})

test('both return 304 for a current copy', async () => {
  const path = '/api/invoice/details/H-1'
  const { etag } = (await reader.get(path)).headers
  const { here, there } = await both('GET', path, { headers: { 'if-none-match': String(etag) } })
  expect(there).toEqual(here)
  expect(here[0]).toBe(304)
})

test.each<[string, Method, string, Sent]>([
  ['a request without a body', 'HEAD', '/api/invoice/pdf/H-1.pdf', {}],
  ["another company's invoice", 'GET', '/api/invoice/details/I-1', {}],
  ['a company of others', 'GET', '/api/invoice/details/H-1?companyFilter=I', {}],
  ['bad input', 'POST', '/api/invoice/selected-invoices/files', { body: { invoiceIds: ['x'] } }],
  ['a query that is not declared', 'GET', '/api/invoice/spend?x=%00', {}],
])('%s has the same response', async (_, method, path, sent) => {
  const { here, there } = await both(method, path, sent)
  expect(there).toEqual(here)
})
