import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { apiScopes } from '@portal/domain/kernel/api-scopes'
import type { RecordsReport } from '@portal/domain/integration/records.schema'
import { withNewKey } from '../../test/integration/api-keys.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { aldgate, invoiceRecord } from '../../test/import/import-fixture.ts'
import { importUploads } from './import-uploads.ts'

const portal = testPortal({ RECORDS_MAX_LINES: '5000' })

const ndjson = (records: object[]) => records.map((record) => JSON.stringify(record)).join('\n')
const many = (count: number, name: string) =>
  ndjson([
    aldgate,
    ...Array.from({ length: count }, (_, nth) =>
      invoiceRecord({ invoiceNumber: `${name}-${nth}`, accountId: aldgate.accountId }),
    ),
  ])

async function sender() {
  const { call } = await withNewKey(portal, ...apiScopes)
  return {
    send: async (body: string | Buffer) => {
      const answer = await call('POST', '/api/integration/records?wait=0', {
        payload: body,
        headers: { 'content-type': 'application/octet-stream' },
      })
      expect(answer.statusCode).toBe(202)
      return answer.json<RecordsReport>().id
    },
    report: async (id: string) =>
      (await call('GET', `/api/integration/records/${id}`)).json<RecordsReport>(),
  }
}

test('a bomb and giant uploads of one key delay a small upload of another by one import at most', async () => {
  const [flood, modest] = await Promise.all([sender(), sender()])
  const first = await flood.send(many(2000, 'first'))
  const bomb = await flood.send(gzipSync(`${many(10, 'bomb')}${'\n{}'.repeat(300_000)}`))
  const last = await flood.send(many(2000, 'last'))
  const small = await modest.send(many(1, 'small'))
  const states = async () => [
    (await flood.report(first)).state,
    (await flood.report(bomb)).state,
    (await flood.report(last)).state,
    (await modest.report(small)).state,
  ]
  const importNext = () =>
    importUploads(portal.system, { error: () => {} }, portal.deps.config).then(states)
  expect(await importNext()).toEqual(['loaded', 'waiting', 'waiting', 'waiting'])
  expect(await importNext()).toEqual(['loaded', 'waiting', 'waiting', 'loaded'])
  expect(await importNext()).toEqual(['loaded', 'failed', 'waiting', 'loaded'])
  // The key that has waited longer is served first, although its upload is newer.
  const another = await modest.send(many(1, 'another'))
  await importNext()
  expect((await modest.report(another)).state).toBe('loaded')
  expect(await importNext()).toEqual(['loaded', 'failed', 'loaded', 'loaded'])

  expect((await flood.report(bomb)).message).toBe(
    'records cannot be read: there are more than 5000 lines (RECORDS_MAX_LINES). Send them in parts.',
  )
  const { rows } = await portal.system.query(`
    select (select count(*) from invoice where invoice_number like 'bomb%') as invoices,
           (select count(*) from record_chunk) as chunks`)
  expect(rows).toEqual([{ invoices: 0, chunks: 0 }])
})
