import http from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { LicenseOrderDetails } from '@portal/domain/licenses/licenses.schema'
import { addedItem } from '@portal/domain/licenses/line-items'
import { givenCatalogue } from '../../test/catalogue.ts'
import type { Browser, TestPortal } from '../../test/portal.ts'
import { confirmationPdf } from './confirmation-pdf.ts'

vi.mock(import('./confirmation-pdf.ts'), async (original) => {
  const { confirmationPdf } = await original()
  return { confirmationPdf: vi.fn<typeof confirmationPdf>(confirmationPdf) }
})

const items = 200
let portal: TestPortal
let lia: Browser
let order: LicenseOrderDetails
let path: string

beforeAll(async () => {
  // Test files share their modules, and what is loaded already would keep the original.
  vi.resetModules()
  const { startTestPortal } = await import('../../test/portal.ts')
  portal = await startTestPortal()
  await givenCatalogue(portal.system)
  await portal.given.company('A1')
  await portal.given.user('lia@a.example', 'A1', ['AccessLicenses'])
  lia = await portal.signIn('lia@a.example')
  const dateRequired = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const lineItems = Array.from({ length: items }, (_, index) =>
    addedItem('10010', {
      networkId: 'EUREX',
      networkName: 'Eurex',
      userName: `${index} ${'\u2067a\u2066ב'.repeat(45)}`,
      dateRequired,
    }),
  )
  const payload = { user: { accountId: 'A1' }, data: { notes: '', lineItems }, isDraft: false }
  const answer = await lia.post('/api/license', { payload })
  order = answer.json<LicenseOrderDetails>()
  path = `/api/license/confirmation/${order.id}.pdf`
})
afterAll(async () => {
  await portal.close()
  vi.resetModules()
})

test('other requests run between the items of a long order', async () => {
  let turns = 0
  let isPrinting = true
  const run = () => {
    turns += 1
    if (isPrinting) setImmediate(run)
  }
  setImmediate(run)
  expect((await lia.get(path)).statusCode).toBe(200)
  isPrinting = false
  expect(turns).toBeGreaterThan(items)
})

test('closing the connections stops the document, and those that wait for their turn', async () => {
  const actual =
    await vi.importActual<typeof import('./confirmation-pdf.ts')>('./confirmation-pdf.ts')
  const printed = vi.mocked(confirmationPdf).mockClear()
  printed.mockImplementationOnce(async (...given) => {
    for (const request of requests) request.destroy()
    await vi.waitFor(() =>
      expect(given.at(-1)).toSatisfy((isUnwanted: () => boolean) => isUnwanted()),
    )
    return actual.confirmationPdf(...given)
  })
  const requests = Array.from({ length: 4 }, () =>
    http
      .get(`${portal.origin}${path}`, { headers: lia.headers, agent: false })
      .on('error', () => {}),
  )
  await vi.waitFor(() => expect(printed.mock.settledResults[0]?.type).toBe('rejected'), 60_000)
  // It waits for the turn of the others.
  expect((await lia.get(path)).statusCode).toBe(200)
  const outcomes = printed.mock.settledResults.map(({ type }) => type)
  expect(outcomes.pop()).toBe('fulfilled')
  expect(new Set(outcomes)).toEqual(new Set(['rejected']))
})
