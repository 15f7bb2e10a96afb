import { Type, type Static } from 'typebox'

const Amount = Type.Number()

/** Amounts due by age in one currency; the six buckets add up to `total` to the cent. */
export const AgingBuckets = Type.Object({
  current: Amount,
  '1-30': Amount,
  '31-60': Amount,
  '61-90': Amount,
  '90+': Amount,
  other: Amount,
  total: Amount,
})
export type AgingBuckets = Static<typeof AgingBuckets>

export const Aging = Type.Object({
  subsidiaries: Type.Array(
    Type.Object({
      /** The books' own; empty for invoices without one. Two codes may have one name. */
      code: Type.String(),
      name: Type.String(),
      currencies: Type.Record(Type.String(), AgingBuckets),
    }),
  ),
})
export type Aging = Static<typeof Aging>
