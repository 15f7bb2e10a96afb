import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { paths } from 'portal-api'
import { patiently, type Portal, type PortalRecord, type Report } from './portal.ts'

type Options = NonNullable<paths['/api/integration/records']['post']['parameters']['query']>
export type Sending = Options & { gzip?: boolean }

export const asNdjson = (records: PortalRecord[]) =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('')

/** Sends records and returns the report of their import when it has ended. */
export async function send(
  portal: Portal,
  ndjson: string,
  { gzip, ...query }: Sending,
): Promise<Report> {
  const answer = await patiently(() =>
    portal.POST('/api/integration/records', {
      params: { query },
      headers: { 'Content-Type': gzip ? 'application/gzip' : 'application/x-ndjson' },
      body: gzip ? new Blob([gzipSync(ndjson)]) : ndjson,
      bodySerializer: (body) => body,
    }),
  )
  if (answer.response.status === 202)
    return await ended(portal, answer.response.headers.get('Location')!)
  const report = answer.data ?? answer.error
  if (!('state' in report)) throw new Error(`${answer.response.status}: ${report.message}`)
  return report
}

/** Polls for the report until the import has ended. */
async function ended(portal: Portal, location: string): Promise<Report> {
  const id = location.slice(location.lastIndexOf('/') + 1)
  for (;;) {
    const { data, error } = await patiently(() =>
      portal.GET('/api/integration/records/{id}', { params: { path: { id } } }),
    )
    if (!data) throw new Error(error.message)
    if (data.state !== 'receiving' && data.state !== 'waiting') return data
    await sleep(200)
  }
}

/** Sends records; those rejected for excess decimals are sent again without them. */
export async function corrected(portal: Portal, records: PortalRecord[]): Promise<Report[]> {
  const refused = await send(portal, asNdjson(records), {})
  const corrections = new Map(refused.rejects.map(({ line, field }) => [line, field]))
  const again = records.map((record, index) => {
    const field = corrections.get(index + 1)
    return field
      ? { ...record, [field]: String(record[field as keyof PortalRecord]).replace(/\.0+$/, '') }
      : record
  })
  return [refused, await send(portal, asNdjson(again), {})]
}

/** Sends many bodies at once, without waiting for their imports. */
export async function inParts(portal: Portal, parts: number): Promise<string[]> {
  const company: PortalRecord = { record: 'company', accountId: 'PARTS', name: 'Parts Ltd' }
  const reports = Array.from({ length: parts }, (_, part) => {
    const invoice: PortalRecord = {
      record: 'invoice',
      accountId: 'PARTS',
      invoiceNumber: `PART-${part}`,
      date: '2026-11-01',
      amount: '1.00',
      balanceDue: '1.00',
      currencyIsoCode: 'USD',
    }
    return send(portal, asNdjson([company, invoice]), { wait: 0 })
  })
  return (await Promise.all(reports)).map(({ state }) => state)
}
