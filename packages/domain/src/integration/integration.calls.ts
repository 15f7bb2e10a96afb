import { declareCalls } from '../kernel/call.ts'
import { EventPage, EventsAfter } from './events.schema.ts'
import {
  RecordsHeaders,
  RecordsOptions,
  RecordsReport,
  refusedReport,
  UploadKey,
  waitingReport,
} from './records.schema.ts'

export const integrationCalls = declareCalls({
  listEvents: {
    method: 'GET',
    path: '/integration/events',
    access: 'events:read',
    summary:
      'Returns the events of all companies after a position, in the order of their positions.',
    query: EventsAfter,
    answers: { 200: EventPage },
    refuses: [409, 410],
  },
  sendRecords: {
    method: 'POST',
    path: '/integration/records',
    access: 'records:*',
    summary:
      'Imports records (NDJSON, plain or gzip; each line is a `PortalRecord`), all of them or none; 202: get the report from `location`.',
    query: RecordsOptions,
    headers: RecordsHeaders,
    body: {
      media: [
        'application/x-ndjson',
        'application/ndjson',
        'application/gzip',
        'application/octet-stream',
      ],
      example:
        '{"record":"invoice","invoiceNumber":"INV-2026-1107","accountId":"10412","date":"2026-11-01",' +
        '"dueDate":"2026-12-01","amount":"1250.00","balanceDue":"1250.00","currencyIsoCode":"USD","invoiceType":"License"}\n',
    },
    answers: { 200: RecordsReport, 202: RecordsReport, 422: RecordsReport },
    examples: { 202: waitingReport, 422: refusedReport },
    sends: { location: 'The address of the report.' },
    refuses: [],
  },
  getRecordsReport: {
    method: 'GET',
    path: '/integration/records/:id',
    access: 'records:*',
    summary: 'Returns the report of an import.',
    params: UploadKey,
    query: null,
    answers: { 200: RecordsReport },
    refuses: [],
  },
})
