import { Type, type Static } from 'typebox'
import {
  Amount,
  CurrencyCode,
  Day,
  IdempotencyKey,
  InstantText,
  Nullable,
  paging,
  Exact,
  SearchText,
  Text,
} from '../kernel/fields.ts'
import { shownField } from '../kernel/shown.ts'
import { AccountId, AccountIdText, companyFilter, PersonName } from '../session/session.schema.ts'
import { openSteps, orderStandings, orderSteps, ownSteps } from './order-steps.ts'
import { mostCompanyName, mostLineItems, requestTypes } from './request-types.ts'

const Blank = (example: string, maxLength: number) =>
  Type.Optional(Nullable(Text(example, { maxLength })))

/** The product of the examples. */
export const productId = 'MD-TERM'
export const productName = 'Market data terminal'
export const networkName = 'CME Globex'

/** A product that can be ordered. */
export const Product = Type.Object(
  {
    productId: Text(productId),
    productSku: Text(productId, { description: 'Equals `productId`.' }),
    description: Text(productName),
    itemGroupName: Text('Market data'),
    monthlyPrice: Nullable(Amount),
    currencyIsoCode: CurrencyCode,
    replacedBy: Nullable(
      Text('TT Pro', { description: 'Name of the product that replaced it, or its number.' }),
    ),
  },
  { title: 'Product' },
)
export type Product = Static<typeof Product>

/** A network for which a company may order licenses. */
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
  licenseId: Blank('41', 64),
  coveredCompany: Blank('Northgate Clearing', mostCompanyName),
}
export const LineItem = Exact(itemFields, { title: 'LicenseOrderItem' })
export type LineItem = Static<typeof LineItem>

const Price = Nullable(
  Exact(
    {
      monthlyPrice: Amount,
      currencyIsoCode: CurrencyCode,
      isListPrice: Type.Boolean({
        description: "Whether it is the product's list price or that of the provider's record.",
      }),
    },
    {
      description:
        'What the added license costs, or what the cancelled one saves; null: not known, or a change.',
    },
  ),
)

export const LineId = Type.Integer({
  examples: [41],
  description: 'Names an item of a submitted order, to withdraw it.',
})

/**
 * An item in an answer. Imported orders may contain any value of the provider's books, so only the field names are guaranteed.
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
    status: Type.Optional(
      Type.Enum([...ownSteps], {
        description:
          'How far the provider is with the item, or `Withdrawn`; absent: as with the order.',
      }),
    ),
    statusDate: Type.Optional(InstantText),
    statusReason: Type.Optional(Text('No capacity at the exchange.')),
    lineId: Type.Optional(LineId),
    canWithdraw: Type.Optional(Type.Boolean()),
    withdrawnBy: Type.Optional(PersonName),
    price: Type.Optional(Price),
  },
  { title: 'ReadLicenseOrderItem' },
)
export type ReadLineItem = Partial<Record<keyof typeof itemFields, string | number | null>> & {
  id: string | number
  customerOrderId: string | number
  productName: string
  status?: (typeof ownSteps)[number]
  statusDate?: string
  statusReason?: string
  /** Only in a submitted order. */
  lineId?: number
  canWithdraw?: boolean
  withdrawnBy?: string
  price?: ShownItem['price']
}

/** The items of an order to withdraw, each as the user saw it. */
export const WithdrawItems = Exact(
  {
    lines: Type.Array(
      Exact({
        id: LineId,
        status: Type.Enum([...openSteps], {
          description: 'The status of the item, else of its order: 409 if it is another now.',
        }),
      }),
      { minItems: 1, maxItems: mostLineItems },
    ),
  },
  { title: 'WithdrawLicenseOrderItems' },
)
export type WithdrawItems = Static<typeof WithdrawItems>

const orderFields = {
  id: Type.Integer({ examples: [12] }),
  status: Type.Enum([...orderStandings], {
    description: 'After `Submitted`, how far the provider is with it.',
  }),
  isDraft: Type.Boolean(),
  createdDate: InstantText,
  submittedDate: Nullable(InstantText),
  requestorName: PersonName,
  accountName: Text('Aldgate Trading'),
  crmId: AccountIdText,
  notes: Text('For the new desk.'),
  lineItemCount: Type.Integer(),
  withdrawnCount: Type.Integer({ description: 'How many of its items the customer withdrew.' }),
  productNames: Type.Array(Text('TT Pro'), {
    description: 'The first products of its items, each once; at most four.',
  }),
  version: Type.Integer({ description: 'Counts the changes of a draft.' }),
}
export const LicenseOrder = Type.Object(orderFields, { title: 'LicenseOrder' })
export type LicenseOrder = Static<typeof LicenseOrder>

/** A sum of monthly prices in one currency. */
export const PriceTotal = Type.Object(
  {
    currencyIsoCode: CurrencyCode,
    amount: Amount,
    basis: Type.Enum(['records', 'list', 'both'], {
      description: "From the prices of the provider's records, from list prices, or from both.",
    }),
  },
  { title: 'PriceTotal' },
)
export type PriceTotal = Static<typeof PriceTotal>

export const MonthlyEffect = Type.Object(
  {
    totals: Type.Array(PriceTotal, { description: 'One per currency.' }),
    unpriced: Type.Integer({
      description: 'How many items add or cancel a license whose price is not known.',
    }),
  },
  {
    title: 'MonthlyEffect',
    description: 'The change of the monthly cost.',
  },
)
export type MonthlyEffect = Static<typeof MonthlyEffect>

/** What a user saw of one item before the order was submitted. */
export const ShownItem = Exact(
  { productName: Text(productName, { maxLength: 1000 }), price: Price },
  { title: 'ShownOrderItem' },
)
export type ShownItem = Static<typeof ShownItem>

/** What the user accepted when the order was submitted in the portal. */
export const OrderConsent = Type.Object(
  {
    acceptedBy: PersonName,
    acceptedDate: InstantText,
    termsVersion: Text('2026-01'),
    monthlyEffect: MonthlyEffect,
    shown: Nullable(MonthlyEffect),
  },
  {
    title: 'OrderConsent',
    description:
      '`shown` is the effect that the user saw, if it was sent; `monthlyEffect` is never more. Both stay as they were submitted.',
  },
)
export type OrderConsent = Static<typeof OrderConsent>

const Step = Type.Object(
  {
    step: Type.Enum([...orderSteps]),
    at: Text('2026-11-03T00:00:00.000Z', {
      description: 'An instant in UTC; for `Scheduled`, when it is planned.',
    }),
    reason: Text('No capacity at the exchange.', { description: 'Empty for none.' }),
  },
  { title: 'LicenseOrderStep' },
)

export const LicenseOrderDetails = Type.Object(
  {
    ...orderFields,
    steps: Type.Array(Step, { description: 'What the provider has done with it, oldest first.' }),
    lineItems: Type.Array(ReadLineItem),
    consent: Nullable(OrderConsent),
  },
  { title: 'LicenseOrderDetails' },
)
export type LicenseOrderDetails = Omit<Static<typeof LicenseOrderDetails>, 'lineItems'> & {
  lineItems: ReadLineItem[]
}

const orderData = Exact({
  notes: Text('For the new desk.', { maxLength: 10_000 }),
  lineItems: Type.Array(LineItem, { maxItems: mostLineItems }),
})
const revision = (description: string) => Type.Integer({ minimum: 0, examples: [3], description })

/** A draft to save or an order to submit. The requestor is the signed-in user. */
export const SaveOrder = Exact(
  {
    user: Exact({ id: Type.Optional(Text('', { maxLength: 64 })), accountId: AccountId }),
    data: orderData,
    isDraft: Type.Boolean(),
    version: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The version of the draft that was edited.' }),
    ),
    termsVersion: Type.Optional(
      Text('2026-01', {
        maxLength: 40,
        description: 'The version of the terms that the user read.',
      }),
    ),
    unsentRevision: Type.Optional(
      revision('Revision of the unsent order to save and clear; refused if it has changed.'),
    ),
    ...shownField(
      Type.Array(ShownItem, {
        maxItems: mostLineItems,
        description:
          'What the user saw of each item to submit: 409 if an item has another name now, costs more or saves less; a better price is ordered.',
      }),
    ),
  },
  { title: 'SaveOrder' },
)
export type SaveOrder = Static<typeof SaveOrder>

export const CheckOrder = Exact(
  { lineItems: Type.Array(LineItem, { maxItems: mostLineItems }) },
  { title: 'CheckLicenseOrder' },
)
export type CheckOrder = Static<typeof CheckOrder>

/** Why an item cannot be submitted. */
export const ItemFault = Type.Object(
  {
    item: Type.Integer({ description: 'The number of the item in the order, from 1.' }),
    field: Text('dateRequired', { description: 'The field of the item.' }),
    words: Text('The date is in the past. Choose today or a later day.'),
  },
  { title: 'LicenseOrderItemFault' },
)
export type ItemFault = Static<typeof ItemFault>

/** An order that a user is building, before it is saved. */
export const UnsentOrder = Exact(
  {
    data: orderData,
    draft: Nullable(
      Exact(
        {
          id: Type.Integer({ minimum: 1, examples: [12] }),
          version: Type.Integer({ minimum: 1, description: 'The version that the user opened.' }),
          isEdited: Type.Boolean({ description: 'Whether it was changed since then.' }),
        },
        { description: 'The draft from which it was opened.' },
      ),
    ),
    key: Nullable(IdempotencyKey),
    itemKeys: Type.Optional(
      Type.Array(Text('61-2-0', { maxLength: 64 }), {
        maxItems: mostLineItems,
        description: 'One for each item, chosen when it was added: adding it again adds it once.',
      }),
    ),
  },
  { title: 'UnsentOrder' },
)
export type UnsentOrder = Static<typeof UnsentOrder>

export const KeepUnsentOrder = Exact(
  {
    revision: revision('Revision of the order that was changed; 0 if there was none.'),
    order: Nullable(UnsentOrder),
  },
  { title: 'KeepUnsentOrder' },
)
export type KeepUnsentOrder = Static<typeof KeepUnsentOrder>

/** The current state of a draft. */
export const DraftState = Type.Object(
  {
    id: Type.Integer({ examples: [12] }),
    status: Type.Enum(['Draft', 'Submitted', 'Deleted']),
    version: Type.Integer({ description: '0 if it was deleted.' }),
    changedBy: Nullable(Text('Ana Lim', { description: 'Null: an import, or unknown.' })),
    changedDate: Nullable(InstantText),
  },
  { title: 'DraftState' },
)
export type DraftState = Static<typeof DraftState>

export const KeptUnsentOrder = Type.Object(
  {
    revision: revision('Counts the changes; 0 if nothing was ever stored.'),
    order: Nullable(UnsentOrder),
    savedFrom: Nullable(
      Type.Integer({ description: 'The revision that was saved last; null: none was.' }),
    ),
    draft: Nullable(
      Type.Object(DraftState.properties, {
        title: 'DraftState',
        description:
          'The draft from which it was opened; of an empty one, the draft or order as which it was saved.',
      }),
    ),
  },
  { title: 'KeptUnsentOrder' },
)
export type KeptUnsentOrder = Static<typeof KeptUnsentOrder>

export const OrderPage = Exact({
  companyFilter,
  ...paging({ most: 500, usual: 25, lastPage: 1_000_000 }),
  search: SearchText('desk'),
  statusFilter: Type.Optional(
    Type.Enum([...orderStandings, ''], {
      description: 'Only orders with this status; empty: all.',
    }),
  ),
})
export type OrderPage = Static<typeof OrderPage>

export const OrderId = Type.Object({
  id: Text('12', { pattern: '^[0-9]{1,18}$', description: 'The id of the order.' }),
})

export const ConfirmationFile = Type.Object({
  file: Text('12.pdf', {
    pattern: '^[0-9]{1,18}\\.pdf$',
    description: 'The id of the order and `.pdf`.',
  }),
})
