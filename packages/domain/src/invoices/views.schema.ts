import { Type, type Static } from 'typebox'
import { Day, Exact, Text, Uuid, UuidText } from '../kernel/fields.ts'
import { searchLimit } from '../kernel/list-limits.ts'
import { companyFilter } from '../session/session.schema.ts'
import {
  amountPattern,
  currencyPattern,
  dueFilters,
  invoiceOrders,
  monthPattern,
  mostViews,
  statusFilters,
  typeLimit,
  viewNameLimit,
} from './list-filter.ts'

const amount = (what: string) =>
  Type.Optional(Text('1250.50', { pattern: amountPattern.source, description: what }))

/** The parameters of the list's address; an absent parameter has its default. */
const viewSearch = {
  q: Type.Optional(
    Text('Aldgate', {
      minLength: 1,
      maxLength: searchLimit,
      description: 'The search text.',
    }),
  ),
  status: Type.Optional(Type.Enum([...statusFilters], { description: 'How the invoice stands.' })),
  type: Type.Optional(
    Text('Licenses', { minLength: 1, maxLength: typeLimit, description: 'Its type.' }),
  ),
  due: Type.Optional(
    Type.Enum([...dueFilters], { description: 'Overdue, or due within so many days.' }),
  ),
  currency: Type.Optional(
    Text('USD', { pattern: currencyPattern.source, description: 'ISO 4217.' }),
  ),
  min: amount('The least amount, in whole units of its currency.'),
  max: amount('The largest amount.'),
  month: Type.Optional(
    Text('2026-11', {
      pattern: monthPattern.source,
      description: 'The month of its service, else that of its date.',
    }),
  ),
  from: Type.Optional(Day({ description: 'The first date of invoices.' })),
  to: Type.Optional(Day({ description: 'The last date of invoices.' })),
  sort: Type.Optional(
    Type.Enum([...invoiceOrders], { description: 'The order; newest first if absent.' }),
  ),
}
export const ViewSearch = Exact(viewSearch, { title: 'InvoiceViewSearch' })
export type ViewSearch = Static<typeof ViewSearch>
/** A view must have a filter: without one it would be the list itself. */
const SavedSearch = Exact(viewSearch, { title: 'SavedInvoiceViewSearch', minProperties: 1 })

/** `viewFault` validates the name. */
const name = Text('Open in USD', { minLength: 1, maxLength: viewNameLimit * 4 })
const isDefault = Type.Boolean({
  description: 'Applies when the list is opened without a filter. At most one view is.',
})

export const InvoiceView = Type.Object(
  { id: UuidText, name, search: ViewSearch, isDefault },
  { title: 'InvoiceView' },
)
export type InvoiceView = Static<typeof InvoiceView>
export const InvoiceViews = Type.Array(InvoiceView)

export const ViewsQuery = Exact({ companyFilter })
const viewId = Uuid({ description: 'The id of the view, chosen by the caller.' })
export const ViewKey = Type.Object({ viewId })

export const NewView = Exact(
  {
    id: viewId,
    name,
    search: SavedSearch,
    isDefault: Type.Optional(
      Type.Boolean({ description: 'Makes it the default, unless another view is.' }),
    ),
    place: Type.Optional(
      Type.Integer({ minimum: 0, maximum: mostViews, description: 'Its place; last if absent.' }),
    ),
  },
  { title: 'NewInvoiceView' },
)
export type NewView = Static<typeof NewView>

export const ViewChange = Exact(
  {
    name: Type.Optional(name),
    search: Type.Optional(SavedSearch),
    isDefault: Type.Optional(isDefault),
  },
  { title: 'InvoiceViewChange', minProperties: 1 },
)
export type ViewChange = Static<typeof ViewChange>

export const ViewOrder = Exact(
  {
    viewIds: Type.Array(viewId, {
      minItems: 1,
      maxItems: mostViews,
      uniqueItems: true,
      description: 'Views in their new order; those that are not named keep their places.',
    }),
  },
  { title: 'InvoiceViewOrder' },
)
