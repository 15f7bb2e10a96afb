import { Type, type Static } from 'typebox'
import { lastPage, searchLimit } from '../kernel/list-limits.ts'
import { AccountId } from '../session/session.schema.ts'
import { equipmentStatuses } from './status.ts'

/** Request ids are taken as they come. */
const RequestId = Type.String({ minLength: 1, maxLength: 64 })
const Status = Type.Enum([...equipmentStatuses])
const companyFilter = Type.Optional(AccountId)

const row = {
  equipmentRequestId: Type.String(),
  /** A calendar day. */
  orderDate: Type.String(),
  orderedBy: Type.String(),
  externalOrderStatus: Status,
  customerNotes: Type.String(),
  /** Sum of the installation fees, in USD. */
  total: Type.Number(),
}

/** One row of the approvals. */
export const EquipmentRow = Type.Object({
  ...row,
  lineItems: Type.Object({ lineItemCount: Type.Integer() }),
})
export type EquipmentRow = Static<typeof EquipmentRow>
export const EquipmentList = Type.Array(EquipmentRow)

/** Amounts in USD. */
export const EquipmentLine = Type.Object({
  id: Type.String(),
  equipmentName: Type.String(),
  installationFee: Type.Number(),
  equipmentType: Type.String(),
  dataCenter: Type.String(),
  notes: Type.String(),
})
export type EquipmentLine = Static<typeof EquipmentLine>

/** Who approved or cancelled, when (an instant), and at which price; `terms` is the version that was accepted. */
export const EquipmentDecision = Type.Object({
  decision: Type.Enum(['approved', 'cancelled']),
  decidedBy: Type.String(),
  decidedAt: Type.String(),
  total: Type.Number(),
  terms: Type.Union([Type.String(), Type.Null()]),
})
export type EquipmentDecision = Static<typeof EquipmentDecision>

export const EquipmentRequest = Type.Object({
  ...row,
  /** Changes whenever the books change the request; sent back with a decision. */
  revision: Type.String(),
  lineItems: Type.Object({
    lineItemCount: Type.Integer(),
    lineItems: Type.Array(EquipmentLine),
  }),
  /** Newest first; more than one when the books have asked for approval again. */
  decisions: Type.Array(EquipmentDecision),
})
export type EquipmentRequest = Static<typeof EquipmentRequest>

export const EquipmentPage = Type.Object(
  {
    companyFilter,
    page: Type.Integer({ minimum: 1, maximum: lastPage, default: 1 }),
    perPage: Type.Integer({ minimum: 1, maximum: 100, default: 10 }),
    search: Type.Optional(Type.String({ maxLength: searchLimit })),
    status: Type.Optional(Type.Union([Status, Type.Literal('')])),
  },
  { additionalProperties: false },
)
export type EquipmentPage = Static<typeof EquipmentPage>

export const EquipmentKey = Type.Object({ id: RequestId })

/** Without a revision whatever the request holds by now is decided on. */
export const DecideEquipment = Type.Object(
  {
    companyFilter,
    requestId: RequestId,
    revision: Type.Optional(Type.String({ maxLength: 64 })),
  },
  { additionalProperties: false },
)
export type DecideEquipment = Static<typeof DecideEquipment>
