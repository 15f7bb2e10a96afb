import { Type, type Static } from 'typebox'
import { searchLimit } from '../kernel/list-limits.ts'
import { Nullable } from '../kernel/nullable.ts'
import { AccountId } from '../session/session.schema.ts'
import { mostLineItems, requestTypes } from './request-types.ts'

const Text = (maxLength: number) => Type.String({ maxLength })
const Blank = (maxLength: number) => Type.Optional(Type.Union([Text(maxLength), Type.Null()]))

/** Something that can be ordered. `productSku` equals `productId`; `monthlyPrice` is a decimal number. */
export const Product = Type.Object({
  productId: Type.String(),
  productSku: Type.String(),
  description: Type.String(),
  itemGroupName: Type.String(),
  monthlyPrice: Nullable(Type.Number()),
  currencyIsoCode: Type.String(),
})
export type Product = Static<typeof Product>

/** A network a company may order for. */
export const Network = Type.Object({ networkId: Type.String(), shortName: Type.String() })
export type Network = Static<typeof Network>

/** The fields of an ordered item; `dateRequired` is a calendar day, blanks are empty or null. */
const itemFields = {
  networkId: Blank(64),
  networkName: Text(300),
  dateRequired: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }),
  customerOrderRequestTypeId: Type.Enum(Object.values(requestTypes)),
  productSku: Type.String({ minLength: 1, maxLength: 64 }),
  exchangeList: Blank(2000),
  userName: Blank(200),
  oldUserName: Blank(200),
  exchangeFlavor: Blank(200),
  ipAddress: Blank(100),
  oldIPAddress: Blank(100),
  fixAdapterType: Blank(200),
  countryCode: Blank(10),
  postalCode: Blank(40),
  city: Blank(200),
  state: Blank(200),
  oldNetworkName: Blank(300),
  cancelReason: Blank(2000),
}
export const LineItem = Type.Object(itemFields, { additionalProperties: false })
export type LineItem = Static<typeof LineItem>

/**
 * An item as it is read back. Imported orders may hold what the provider's books say, so nothing but the
 * fields' names is promised.
 */
export const ReadLineItem = Type.Object({
  ...Object.fromEntries(
    Object.keys(itemFields).map((name) => [
      name,
      Type.Optional(Nullable(Type.Union([Type.String(), Type.Number()]))),
    ]),
  ),
  id: Type.Union([Type.String(), Type.Number()]),
  customerOrderId: Type.Union([Type.String(), Type.Number()]),
  productName: Type.String(),
})
export type ReadLineItem = Partial<Record<keyof typeof itemFields, string | number | null>> & {
  id: string | number
  customerOrderId: string | number
  productName: string
}

/** Dates are instants. `version` counts a draft's changes. */
const orderFields = {
  id: Type.Integer(),
  status: Type.Enum(['Draft', 'Submitted']),
  isDraft: Type.Boolean(),
  createdDate: Type.String(),
  submittedDate: Nullable(Type.String()),
  requestorName: Type.String(),
  accountName: Type.String(),
  crmId: Type.String(),
  notes: Type.String(),
  lineItemCount: Type.Integer(),
  version: Type.Integer(),
}
export const LicenseOrder = Type.Object(orderFields)
export type LicenseOrder = Static<typeof LicenseOrder>

/** At list prices and in decimal numbers, a month more (or less, when negative); `unpriced` items have none. */
export const MonthlyEffect = Type.Object({
  totals: Type.Array(Type.Object({ currencyIsoCode: Type.String(), amount: Type.Number() })),
  unpriced: Type.Integer(),
})
export type MonthlyEffect = Static<typeof MonthlyEffect>

/** What was agreed to when the order was submitted here. */
export const OrderConsent = Type.Object({
  acceptedBy: Type.String(),
  acceptedDate: Type.String(),
  termsVersion: Type.String(),
  monthlyEffect: MonthlyEffect,
})
export type OrderConsent = Static<typeof OrderConsent>

export const LicenseOrderDetails = Type.Object({
  ...orderFields,
  lineItems: Type.Array(ReadLineItem),
  consent: Nullable(OrderConsent),
})
export type LicenseOrderDetails = Omit<Static<typeof LicenseOrderDetails>, 'lineItems'> & {
  lineItems: ReadLineItem[]
}

/**
 * A draft to be kept or an order to be submitted. The requestor is whoever is signed in. `version` is the one of the
 * draft that was edited; `termsVersion` the terms that were read.
 */
export const SaveOrder = Type.Object(
  {
    user: Type.Object(
      { id: Type.Optional(Text(64)), accountId: AccountId },
      { additionalProperties: false },
    ),
    data: Type.Object(
      { notes: Text(10_000), lineItems: Type.Array(LineItem, { maxItems: mostLineItems }) },
      { additionalProperties: false },
    ),
    isDraft: Type.Boolean(),
    version: Type.Optional(Type.Integer({ minimum: 1 })),
    termsVersion: Type.Optional(Text(40)),
  },
  { additionalProperties: false },
)
export type SaveOrder = Static<typeof SaveOrder>

const page = {
  page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
  perPage: Type.Integer({ minimum: 1, maximum: 500, default: 25 }),
}

/** `search` looks in the requestor's name, the notes and the id; an empty text is no filter. */
export const OrderPage = Type.Object(
  {
    companyFilter: Type.Optional(AccountId),
    ...page,
    search: Type.Optional(Text(searchLimit)),
    statusFilter: Type.Optional(Type.Enum(['Draft', 'Submitted', ''])),
  },
  { additionalProperties: false },
)
export type OrderPage = Static<typeof OrderPage>

export const OrderId = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,18}$' }) })

/**
 * A license a company holds by what it ordered: from `startsOn` on, and until the day before `endsOn` when it is
 * cancelled. Days are calendar days.
 */
export const HeldLicense = Type.Object({
  id: Type.Integer(),
  productSku: Type.String(),
  productName: Type.String(),
  itemGroupName: Type.String(),
  networkName: Type.String(),
  userName: Type.String(),
  ipAddress: Type.String(),
  startsOn: Type.String(),
  endsOn: Nullable(Type.String()),
  monthlyPrice: Nullable(Type.Number()),
  currencyIsoCode: Type.String(),
})
export type HeldLicense = Static<typeof HeldLicense>

export const HeldPage = Type.Object(
  {
    companyFilter: Type.Optional(AccountId),
    ...page,
    search: Type.Optional(Text(searchLimit)),
  },
  { additionalProperties: false },
)
export type HeldPage = Static<typeof HeldPage>

/** An order's confirmation as a file name, `12.pdf`. */
export const ConfirmationFile = Type.Object({
  file: Type.String({ pattern: '^[0-9]{1,18}\\.pdf$' }),
})
