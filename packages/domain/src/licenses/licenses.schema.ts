import { Type, type Static } from 'typebox'
import {
  Amount,
  CurrencyCode,
  Day,
  DayText,
  InstantText,
  Nullable,
  paging,
  Exact,
  SearchText,
  Text,
} from '../kernel/fields.ts'
import { AccountId, AccountIdText, companyFilter, PersonName } from '../session/session.schema.ts'
import { mostLineItems, requestTypes } from './request-types.ts'

const Blank = (example: string, maxLength: number) =>
  Type.Optional(Nullable(Text(example, { maxLength })))

const productId = 'MD-TERM'
const productName = 'Market data terminal'
const networkName = 'CME Globex'

/** Something that can be ordered. */
export const Product = Type.Object(
  {
    productId: Text(productId),
    productSku: Text(productId, { description: 'Equals `productId`.' }),
    description: Text(productName),
    itemGroupName: Text('Market data'),
    monthlyPrice: Nullable(Amount),
    currencyIsoCode: CurrencyCode,
  },
  { title: 'Product' },
)
export type Product = Static<typeof Product>

/** A network a company may order for. */
export const Network = Type.Object(
  { networkId: Text('N-7'), shortName: Text(networkName) },
  { title: 'Network' },
)
export type Network = Static<typeof Network>

/** The fields of an ordered item; blanks are empty or null. */
const itemFields = {
  networkId: Blank('N-7', 64),
  networkName: Text(networkName, { maxLength: 300 }),
  dateRequired: Day({ description: 'A calendar day.' }),
  customerOrderRequestTypeId: Type.Enum(Object.values(requestTypes)),
  productSku: Text(productId, { minLength: 1, maxLength: 64 }),
  exchangeList: Blank('CME, ICE', 2000),
  userName: Blank('preyes', 200),
  oldUserName: Blank('jweber', 200),
  exchangeFlavor: Blank('Level 2', 200),
  ipAddress: Blank('192.0.2.17', 100),
  oldIPAddress: Blank('192.0.2.16', 100),
  fixAdapterType: Blank('Order routing', 200),
  countryCode: Blank('US', 10),
  postalCode: Blank('60606', 40),
  city: Blank('Chicago', 200),
  state: Blank('IL', 200),
  oldNetworkName: Blank('ICE', 300),
  cancelReason: Blank('No longer needed', 2000),
}
export const LineItem = Exact(itemFields, { title: 'LicenseOrderItem' })
export type LineItem = Static<typeof LineItem>

/**
 * An item as it is read back. Imported orders may hold what the provider's books say, so nothing but the
 * fields' names is promised.
 */
const loose = (example: string | number) =>
  Type.Union([Type.String(), Type.Number()], { examples: [example] })
export const ReadLineItem = Type.Object(
  {
    ...Object.fromEntries(
      Object.keys(itemFields).map((name) => [
        name,
        Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Null()], { examples: [''] })),
      ]),
    ),
    id: loose(41),
    customerOrderId: loose(12),
    productName: Text(productName),
  },
  { title: 'ReadLicenseOrderItem' },
)
export type ReadLineItem = Partial<Record<keyof typeof itemFields, string | number | null>> & {
  id: string | number
  customerOrderId: string | number
  productName: string
}

const orderFields = {
  id: Type.Integer({ examples: [12] }),
  status: Type.Enum(['Draft', 'Submitted']),
  isDraft: Type.Boolean(),
  createdDate: InstantText,
  submittedDate: Nullable(InstantText),
  requestorName: PersonName,
  accountName: Text('Aldgate Trading'),
  crmId: AccountIdText,
  notes: Text('For the new desk.'),
  lineItemCount: Type.Integer(),
  version: Type.Integer({ description: 'Counts the changes of a draft.' }),
}
export const LicenseOrder = Type.Object(orderFields, { title: 'LicenseOrder' })
export type LicenseOrder = Static<typeof LicenseOrder>

export const MonthlyEffect = Type.Object(
  {
    totals: Type.Array(Type.Object({ currencyIsoCode: CurrencyCode, amount: Amount })),
    unpriced: Type.Integer({ description: 'How many items have no list price.' }),
  },
  {
    title: 'MonthlyEffect',
    description: 'At list prices: what a month costs more, or less when negative.',
  },
)
export type MonthlyEffect = Static<typeof MonthlyEffect>

/** What was agreed to when the order was submitted here. */
export const OrderConsent = Type.Object(
  {
    acceptedBy: PersonName,
    acceptedDate: InstantText,
    termsVersion: Text('2026-01'),
    monthlyEffect: MonthlyEffect,
  },
  { title: 'OrderConsent' },
)
export type OrderConsent = Static<typeof OrderConsent>

export const LicenseOrderDetails = Type.Object(
  { ...orderFields, lineItems: Type.Array(ReadLineItem), consent: Nullable(OrderConsent) },
  { title: 'LicenseOrderDetails' },
)
export type LicenseOrderDetails = Omit<Static<typeof LicenseOrderDetails>, 'lineItems'> & {
  lineItems: ReadLineItem[]
}

/** A draft to be kept or an order to be submitted. The requestor is the person who is signed in. */
export const SaveOrder = Exact(
  {
    user: Exact({ id: Type.Optional(Text('', { maxLength: 64 })), accountId: AccountId }),
    data: Exact({
      notes: Text('For the new desk.', { maxLength: 10_000 }),
      lineItems: Type.Array(LineItem, { maxItems: mostLineItems }),
    }),
    isDraft: Type.Boolean(),
    version: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The version of the draft that was edited.' }),
    ),
    termsVersion: Type.Optional(
      Text('2026-01', { maxLength: 40, description: 'The version of the terms that was read.' }),
    ),
  },
  { title: 'SaveOrder' },
)
export type SaveOrder = Static<typeof SaveOrder>

const page = paging({ most: 500, usual: 25, lastPage: 1_000_000 })
const search = SearchText('desk')

export const OrderPage = Exact({
  companyFilter,
  ...page,
  search,
  statusFilter: Type.Optional(
    Type.Enum(['Draft', 'Submitted', ''], {
      description: 'Orders with this status only; empty: all.',
    }),
  ),
})
export type OrderPage = Static<typeof OrderPage>

export const OrderId = Type.Object({
  id: Text('12', { pattern: '^[0-9]{1,18}$', description: 'The id of the order.' }),
})

/** A license a company holds by what it ordered. */
export const HeldLicense = Type.Object(
  {
    id: Type.Integer(),
    productSku: Text(productId),
    productName: Text(productName),
    itemGroupName: Text('Market data'),
    networkName: Text(networkName),
    userName: Text('preyes'),
    ipAddress: Text('192.0.2.17'),
    startsOn: DayText,
    endsOn: Nullable(
      Text('2027-01-31', { description: 'The first day without it, if it is cancelled.' }),
    ),
    monthlyPrice: Nullable(Amount),
    currencyIsoCode: CurrencyCode,
  },
  { title: 'HeldLicense' },
)
export type HeldLicense = Static<typeof HeldLicense>

export const HeldPage = Exact({ companyFilter, ...page, search })
export type HeldPage = Static<typeof HeldPage>

export const ConfirmationFile = Type.Object({
  file: Text('12.pdf', {
    pattern: '^[0-9]{1,18}\\.pdf$',
    description: 'The id of the order and `.pdf`.',
  }),
})
