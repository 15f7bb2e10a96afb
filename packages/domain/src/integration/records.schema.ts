import { Type, type Static } from 'typebox'
import {
  exampleUuid,
  InstantText,
  Nullable,
  Exact,
  Text,
  Uuid,
  UuidText,
} from '../kernel/fields.ts'

const Count = Type.Integer({ minimum: 0 })

/** How to import the records. */
export const RecordsOptions = Exact({
  dryRun: Type.Optional(
    Type.Boolean({ description: 'Does everything, reports it, and undoes it.' }),
  ),
  skipRejects: Type.Optional(
    Type.Boolean({
      description:
        'Imports valid records and skips the others; without it, one rejected record stops the import.',
    }),
  ),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 15,
      default: 10,
      description:
        'Seconds to wait for the end; then the answer is 202, and `location` is the address of the report.',
    }),
  ),
})

export const RecordsHeaders = Type.Object({
  'content-encoding': Type.Optional(Text('gzip', { description: '`gzip` or `identity`.' })),
})

const Reject = Type.Object({
  line: Type.Integer(),
  field: Text('amount'),
  reason: Text('is not an amount in USD with at most 2 decimals within +/-9,999,999,999.99'),
})

const counts = { inserted: 0, updated: 0, unchanged: 0, stale: 0, deleted: 0, rejected: 0 }
const loadedReport = {
  id: exampleUuid,
  state: 'loaded',
  message: 'Loaded.',
  bytes: 412,
  receivedAt: '2026-11-20T14:00:00.000Z',
  finishedAt: '2026-11-20T14:00:01.250Z',
  kinds: { invoice: { ...counts, inserted: 1 } },
  totals: [{ currency: 'USD', invoices: 1, amount: '1250.00', balanceDue: '1250.00' }],
  unread: [],
  formerNumbers: { records: 0, withoutPresent: 0 },
  rejected: 0,
  rejects: [],
}
export const waitingReport = {
  ...loadedReport,
  state: 'waiting',
  message: 'The records are waiting for their import, or are being imported.',
  finishedAt: null,
  kinds: {},
  totals: [],
  unread: [],
}
export const refusedReport = {
  ...loadedReport,
  state: 'refused',
  message: 'Nothing was changed: 1 record was rejected.',
  kinds: { invoice: { ...counts, rejected: 1 } },
  totals: [],
  unread: [],
  rejected: 1,
  rejects: [{ line: 2, field: 'amount', reason: 'is missing' }],
}

/** The outcome of an import, as the import command reports it. */
export const RecordsReport = Type.Object(
  {
    id: UuidText,
    state: Type.Enum(
      ['receiving', 'waiting', 'loaded', 'refused', 'dryRun', 'failed', 'forbidden'],
      {
        description:
          '`refused`: records were rejected and nothing has changed. `failed`: the records could not be read. `forbidden`: a record needs a scope that the key does not have, and nothing has changed.',
      },
    ),
    message: Text('Loaded.'),
    bytes: Count,
    receivedAt: InstantText,
    finishedAt: Nullable(InstantText),
    kinds: Type.Record(
      Type.String(),
      Type.Object({
        inserted: Count,
        updated: Count,
        unchanged: Count,
        stale: Type.Integer({
          minimum: 0,
          description:
            'Skipped: older than the record of the same invoice or license in the portal.',
        }),
        deleted: Count,
        rejected: Count,
      }),
      { description: 'By kind of record; `unknown` counts lines that are not records.' },
    ),
    totals: Type.Array(
      Type.Object({
        currency: Text('USD'),
        invoices: Count,
        amount: Text('1250.00'),
        balanceDue: Text('1250.00'),
      }),
      { description: 'Sums of the invoices that were sent, to compare with yours.' },
    ),
    unread: Type.Array(
      Type.Object({ category: Text('Licences'), companies: Count, invoices: Count }),
      {
        description:
          'The invoices that were sent and that no user of their company sees: is their category misspelled?',
      },
    ),
    formerNumbers: Type.Object(
      { records: Count, withoutPresent: Count },
      {
        description:
          'License records with a number that the license no longer has, which changed nothing; and of how many of them no record has the present number.',
      },
    ),
    rejected: Count,
    rejects: Type.Array(Reject, { description: 'The first thousand.' }),
  },
  {
    title: 'RecordsReport',
    examples: [loadedReport],
  },
)
export type RecordsReport = Static<typeof RecordsReport>

export const UploadKey = Type.Object({ id: Uuid({ description: 'The id of the report.' }) })
