import { Type, type Static } from 'typebox'

const Count = Type.Integer({ minimum: 0 })

/** How the records are taken. */
export const RecordsOptions = Type.Object(
  {
    /** Does everything, reports it, and undoes it. */
    dryRun: Type.Optional(Type.Boolean()),
    /** Loads what is right and leaves out the rest; otherwise one rejected record stops all of it. */
    skipRejects: Type.Optional(Type.Boolean()),
    /** Seconds to wait for the end; past them the answer is 202 and says where to ask. */
    wait: Type.Optional(Type.Integer({ minimum: 0, maximum: 15, default: 10 })),
  },
  { additionalProperties: false },
)

const Reject = Type.Object({ line: Type.Integer(), field: Type.String(), reason: Type.String() })

/** What became of records that were sent, as the import command tells it. */
export const RecordsReport = Type.Object({
  id: Type.String(),
  /** `refused`: records were rejected and nothing has changed. `failed`: the bytes were no records at all. */
  state: Type.Enum(['receiving', 'waiting', 'loaded', 'refused', 'dryRun', 'failed']),
  message: Type.String(),
  bytes: Count,
  receivedAt: Type.String(),
  finishedAt: Type.Union([Type.String(), Type.Null()]),
  /** By kind of record; `unknown` counts lines that are no record. */
  kinds: Type.Record(
    Type.String(),
    Type.Object({
      inserted: Count,
      updated: Count,
      unchanged: Count,
      /** Older than what the portal knows of the same invoice: passed over. */
      stale: Count,
      deleted: Count,
      rejected: Count,
    }),
  ),
  /** Sums over the invoices that were sent, to compare. */
  totals: Type.Array(
    Type.Object({
      currency: Type.String(),
      invoices: Count,
      amount: Type.String(),
      balanceDue: Type.String(),
    }),
  ),
  rejected: Count,
  /** The first thousand. */
  rejects: Type.Array(Reject),
})
export type RecordsReport = Static<typeof RecordsReport>

export const UploadKey = Type.Object({
  id: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
})
