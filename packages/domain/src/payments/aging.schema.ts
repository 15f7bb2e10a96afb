import { Type, type Static } from 'typebox'
import { Amount, Text } from '../kernel/fields.ts'

export const AgingBuckets = Type.Object(
  {
    current: Amount,
    '1-30': Amount,
    '31-60': Amount,
    '61-90': Amount,
    '90+': Amount,
    other: Amount,
    total: Amount,
  },
  {
    title: 'AgingBuckets',
    description: 'Amounts due by days past due in one currency; the six add up to `total`.',
    examples: [
      { current: 1250, '1-30': 0, '31-60': 99.5, '61-90': 0, '90+': 0, other: 0, total: 1349.5 },
    ],
  },
)
export type AgingBuckets = Static<typeof AgingBuckets>

export const Aging = Type.Object(
  {
    subsidiaries: Type.Array(
      Type.Object({
        code: Text('US01', {
          description:
            'The code as the books spell it; empty for invoices without one. Two codes may have the same name.',
        }),
        name: Text('Aldgate US'),
        currencies: Type.Record(Type.String(), AgingBuckets, { examples: [{}] }),
      }),
    ),
    isOfVisible: Type.Boolean({
      description: 'Whether there may be invoices that you may not see, which are left out.',
    }),
  },
  { title: 'Aging' },
)
export type Aging = Static<typeof Aging>
