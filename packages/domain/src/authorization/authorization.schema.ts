import { Type, type Static } from 'typebox'
import { InvoiceNumber, InvoiceRevision } from '../invoices/invoices.schema.ts'
import { Exact, Text } from '../kernel/fields.ts'
import { companyFilter } from '../session/session.schema.ts'
import { checkReasons } from './authorization.ts'

export const AuthorizationQuery = Exact({ companyFilter })

const LineAuthorization = Type.Object(
  {
    state: Type.Enum(['matched', 'toCheck', 'unexplained', 'none'], {
      description:
        '`toCheck`: something speaks against the charge. `unexplained`: what is known here does not tell. `none`: it needs no order, such as tax.',
    }),
    by: Type.Optional(
      Type.Enum(['id', 'name', 'count'], {
        description: 'What a line and its license have in common.',
      }),
    ),
    reason: Type.Optional(Type.Enum([...checkReasons])),
    words: Text('Ordered by Maya Chen on 01/03/2026', {
      description:
        'The same for a person. Names, days and prices are left out without the permission for them.',
    }),
    total: Type.Number({
      examples: [1575],
      description: 'The total of the line. If the invoice has another there, it has changed since.',
    }),
    licenseId: Type.Optional(Text('L-10412-118')),
    orderId: Type.Optional(Type.Integer({ examples: [1007] })),
    equipmentRequestId: Type.Optional(Text('ERF-10412-111')),
  },
  { title: 'LineAuthorization' },
)
export type LineAuthorization = Static<typeof LineAuthorization>

const NotCharged = Type.Object(
  {
    words: Text('TT Pro, yamada.h, license L-10412-130'),
    licenseId: Type.Optional(Text('L-10412-130', { description: 'If it has not ended since.' })),
    equipmentRequestId: Type.Optional(Text('ERF-10412-111')),
  },
  { title: 'NotCharged' },
)
export type NotCharged = Static<typeof NotCharged>

export const InvoiceAuthorization = Type.Object(
  {
    invoiceNumber: InvoiceNumber,
    revision: InvoiceRevision,
    sentence: Text(
      '590 lines match what was ordered (574 by id, 12 by name, 4 by count only), 3 to check.',
    ),
    toCheck: Type.Integer({ examples: [3] }),
    isOfVisible: Type.Boolean({
      description: 'You may see only some kinds of invoices, so others were not looked at.',
    }),
    lines: Type.Array(LineAuthorization, {
      description: 'In the order of the lines of the invoice.',
    }),
    notCharged: Type.Optional(
      Type.Array(NotCharged, {
        description:
          'Only for super admins, and of a month that is over: licenses that ran in all of it, and equipment that was ordered in it, that no invoice charges.',
      }),
    ),
  },
  { title: 'InvoiceAuthorization' },
)
export type InvoiceAuthorization = Static<typeof InvoiceAuthorization>
