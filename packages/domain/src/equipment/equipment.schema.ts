import { Type, type Static } from 'typebox'
import {
  Amount,
  DayText,
  InstantText,
  Nullable,
  paging,
  Exact,
  SearchText,
  Text,
} from '../kernel/fields.ts'
import { shownField } from '../kernel/shown.ts'
import { companyFilter, PersonName } from '../session/session.schema.ts'
import { equipmentStatuses } from './status.ts'

const id = 'ER-2041'
/** An id of the provider's systems, in any format. */
const RequestId = Text(id, {
  minLength: 1,
  maxLength: 64,
  description: 'The id of the equipment request.',
})
const Status = Type.Enum([...equipmentStatuses])

const row = {
  equipmentRequestId: Text(id),
  orderDate: DayText,
  orderedBy: PersonName,
  externalOrderStatus: Status,
  customerNotes: Text('Please install on a weekend.'),
  total: Type.Number({ description: 'The sum of the installation fees in USD.' }),
}

/** One row of the list of approvals. */
export const EquipmentRow = Type.Object(
  { ...row, lineItems: Type.Object({ lineItemCount: Type.Integer() }) },
  { title: 'EquipmentRow' },
)
export type EquipmentRow = Static<typeof EquipmentRow>

export const EquipmentLine = Type.Object(
  {
    id: Text('1'),
    equipmentName: Text('10G cross connect'),
    installationFee: Type.Number({ description: 'In USD.' }),
    equipmentType: Text('Network'),
    dataCenter: Text('CH1'),
    notes: Text('Cabinet 12'),
  },
  { title: 'EquipmentLine' },
)
export type EquipmentLine = Static<typeof EquipmentLine>

export const EquipmentDecision = Type.Object(
  {
    decision: Type.Enum(['approved', 'cancelled']),
    decidedBy: PersonName,
    decidedAt: InstantText,
    total: Amount,
    shownTotal: Nullable(Amount),
    terms: Nullable(
      Text('2026-01', { description: 'The version of the terms that were accepted.' }),
    ),
  },
  {
    title: 'EquipmentDecision',
    description:
      'In USD: `total` are the installation fees of the decision, `shownTotal` those that the user saw if they were others.',
  },
)
export type EquipmentDecision = Static<typeof EquipmentDecision>

export const EquipmentRequest = Type.Object(
  {
    ...row,
    lineItems: Type.Object({
      lineItemCount: Type.Integer(),
      lineItems: Type.Array(EquipmentLine),
    }),
    decisions: Type.Array(EquipmentDecision, {
      description: 'Newest first; more than one if the books requested approval again.',
    }),
  },
  { title: 'EquipmentRequest' },
)
export type EquipmentRequest = Static<typeof EquipmentRequest>

export const EquipmentPage = Exact({
  companyFilter,
  ...paging({ most: 100, usual: 10 }),
  search: SearchText('cross connect'),
  status: Type.Optional(
    Type.Union([Status, Type.Literal('')], {
      description: 'Only requests with this status; empty: all.',
    }),
  ),
})
export type EquipmentPage = Static<typeof EquipmentPage>

export const EquipmentKey = Type.Object({ id: RequestId })

export const DecideEquipment = Exact({
  companyFilter,
  requestId: RequestId,
})
export type DecideEquipment = Static<typeof DecideEquipment>

export const DecideEquipmentBody = Exact(
  shownField(
    Type.Array(EquipmentLine, {
      maxItems: 10_000,
      description:
        'The items that the user saw: 409 if they are others now, or if a fee is higher (lower, for a cancellation); lower fees are approved.',
    }),
  ),
  { title: 'DecideEquipment' },
)
