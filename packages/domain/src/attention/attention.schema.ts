import { Type, type Static } from 'typebox'
import { AccountId } from '../session/session.schema.ts'
import { attentionKeys } from './attention-keys.ts'

const orNull = <T extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>>(
  type: T,
) => Type.Union([type, Type.Null()])

export const AttentionItem = Type.Object({
  /** Null for what concerns no company. */
  accountId: orNull(Type.String()),
  companyName: orNull(Type.String()),
  id: Type.String(),
  subject: Type.String(),
  /** Absent here: the invoice does not exist. */
  invoiceNumber: orNull(Type.String()),
  amountCents: orNull(Type.Integer()),
  currency: orNull(Type.String()),
  detail: orNull(Type.String()),
  canAct: Type.Boolean(),
  since: Type.String(),
  /** Of an invoice on hold: its portal payments. */
  payments: Type.Union([
    Type.Array(
      Type.Object({
        id: Type.String(),
        /** What the provider captured. */
        cents: Type.Integer(),
        /** The same less what went back. */
        netCents: Type.Integer(),
        /** What the balances of other invoices contain of it. */
        elsewhereCents: Type.Integer(),
        paidAt: Type.String(),
      }),
    ),
    Type.Null(),
  ]),
})
export type AttentionItem = Static<typeof AttentionItem>

export const AttentionPage = Type.Object({
  /** What stops charging, if anything. */
  stops: Type.Array(
    Type.Object({
      kind: Type.Enum(['all', 'automatic', 'new_instance']),
      reason: Type.String(),
      stoppedAt: Type.String(),
    }),
  ),
  /** The lists that are not empty; the oldest items of each. */
  lists: Type.Array(
    Type.Object({
      key: Type.Enum([...attentionKeys]),
      total: Type.Integer(),
      items: Type.Array(AttentionItem),
    }),
  ),
})
export type AttentionPage = Static<typeof AttentionPage>

export const AttentionQuery = Type.Object(
  {
    companyFilter: Type.Optional(AccountId),
    /** One list, with more of its items. */
    list: Type.Optional(Type.Enum([...attentionKeys])),
  },
  { additionalProperties: false },
)

export const AttentionCount = Type.Object({ total: Type.Integer() })
export type AttentionCount = Static<typeof AttentionCount>

export const ResolveItem = Type.Object(
  {
    accountId: Type.Union([AccountId, Type.Null()]),
    id: Type.String({ minLength: 1, maxLength: 300 }),
    /** The balance that the person saw; another one is refused. */
    balanceCents: Type.Optional(Type.Integer()),
    /** What the balance contains of each payment. */
    payments: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
          cents: Type.Integer({ minimum: 0, maximum: 999_999_999_999 }),
        }),
        { maxItems: 100 },
      ),
    ),
  },
  { additionalProperties: false },
)
export type ResolveItem = Static<typeof ResolveItem>

export const StartCharging = Type.Object(
  {
    kind: Type.Enum(['all', 'automatic']),
    /** Needed for `automatic`: an old record could ask again for what was paid after the backup. */
    booksWereSentAgain: Type.Boolean(),
  },
  { additionalProperties: false },
)

/** What has happened, for the person who asked for it. */
export const Resolved = Type.Object({ message: Type.String() })
export type Resolved = Static<typeof Resolved>
