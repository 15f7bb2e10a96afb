import { Type, type Static } from 'typebox'
import {
  Amount,
  CurrencyCode,
  DayText,
  Exact,
  InstantText,
  Nullable,
  paging,
  SearchText,
  Text,
  tableFormat,
} from '../kernel/fields.ts'
import { companyFilter, PersonName } from '../session/session.schema.ts'
import { heldOrders, heldStandings, mostHeld } from './held-lists.ts'
import { LineId, networkName, PriceTotal, productId, productName } from './licenses.schema.ts'
import { itemSteps, openSteps } from './order-steps.ts'
import { requestTypes } from './request-types.ts'

/** Null if the license was not ordered in the portal; it cannot be withdrawn here. */
const lineId = Nullable(LineId)

/**
 * A license that a company holds, in its state of today: by the provider's records, or by the company's orders if there
 * are no records.
 */
export const HeldLicense = Type.Object(
  {
    licenseId: Text('41', { description: 'Stays the same through changes and imports.' }),
    orderId: Nullable(
      Type.Integer({ examples: [12], description: 'The order that added it; null: not known.' }),
    ),
    productSku: Text(productId),
    productName: Text(productName),
    itemGroupName: Text('Market data'),
    networkName: Text(networkName),
    userName: Text('preyes'),
    ipAddress: Text('192.0.2.17'),
    coveredCompany: Text('Northgate Clearing', {
      description: 'Company that a subscription covers; empty if it was not named.',
    }),
    startsOn: Nullable(Text('2026-11-01', { description: 'Null: the books do not say.' })),
    endsOn: Nullable(
      Text('2027-01-31', { description: 'The first day without it, if its end is known.' }),
    ),
    monthlyPrice: Nullable(Amount),
    currencyIsoCode: CurrencyCode,
    isListPrice: Type.Boolean({
      description:
        "The price is the list price of the product, because the provider's record has none.",
    }),
    isProvided: Type.Boolean({
      description: "It runs by the provider's records; false: it was ordered.",
    }),
    isSuspended: Type.Boolean(),
    nextPrice: Nullable(
      Type.Object(
        { from: DayText, monthlyPrice: Amount, currencyIsoCode: CurrencyCode },
        { description: 'An announced change of the price.' },
      ),
    ),
    asked: Nullable(
      Type.Object(
        {
          orderId: Type.Integer({ examples: [12] }),
          lineId,
          type: Type.Enum([requestTypes.cancel, requestTypes.change]),
          day: DayText,
          status: Type.Enum([...openSteps]),
          networkName: Text(networkName, {
            description: 'After the change; empty of a cancellation.',
          }),
          userName: Text('preyes', { description: 'After the change; empty of a cancellation.' }),
        },
        { description: 'What an order that is under way asks for.' },
      ),
    ),
  },
  { title: 'HeldLicense' },
)
export type HeldLicense = Static<typeof HeldLicense>

export const FindHeld = Exact(
  {
    licenseIds: Type.Array(Text('41', { minLength: 1, maxLength: 64 }), {
      maxItems: mostHeld,
      description: 'The ids of the licenses.',
    }),
  },
  { title: 'FindHeldLicenses' },
)
export type FindHeld = Static<typeof FindHeld>

export const LicenseId = Type.Object({
  licenseId: Text('41', { minLength: 1, maxLength: 64, description: 'The id of the license.' }),
})

/** What orders and bills contain about a license. */
export const LicenseLife = Type.Object(
  {
    license: HeldLicense,
    orders: Type.Array(
      Type.Object({
        orderId: Type.Integer({ examples: [12] }),
        type: Type.Enum(Object.values(requestTypes)),
        day: DayText,
        requestorName: PersonName,
        submittedDate: InstantText,
        termsVersion: Nullable(
          Text('2026-01', { description: 'Of the accepted terms; null: ordered elsewhere.' }),
        ),
        status: Type.Enum([...itemSteps]),
        networkName: Text(networkName),
        userName: Text('preyes'),
      }),
      { description: 'The orders that named it, oldest first; at most 100.' },
    ),
    bills: Nullable(
      Type.Array(
        Type.Object({
          invoiceNumber: Text('INV-204981'),
          date: DayText,
          total: Amount,
          currencyIsoCode: CurrencyCode,
        }),
        {
          description:
            'The newest invoices that charge it, at most 12, of the categories that the user may see; null: the user sees no invoices.',
        },
      ),
    ),
  },
  { title: 'LicenseLife' },
)
export type LicenseLife = Static<typeof LicenseLife>

const only = (example: string, description: string) =>
  Type.Optional(Text(example, { maxLength: 300, description }))

const heldFilter = {
  companyFilter,
  search: SearchText('desk'),
  productSku: only(productId, 'Only licenses of this product.'),
  networkName: only(networkName, 'Only licenses on this network.'),
  userName: only('preyes', 'Only licenses of this user; empty: those without a user.'),
  standing: Type.Optional(
    Type.Enum([...heldStandings], {
      description:
        "Only licenses that end, start on a later day, are suspended, or have no price: in the provider's record, or no list price if they were ordered.",
    }),
  ),
}

export const HeldFilter = Exact(heldFilter)
export type HeldFilter = Static<typeof HeldFilter>

const heldSort = {
  sort: Type.Optional(
    Type.Enum([...heldOrders], { description: 'By what the list is sorted; else by product.' }),
  ),
  direction: Type.Optional(
    Type.Enum(['ascending', 'descending'], {
      description:
        'Of that; licenses that are alike in it are sorted by product, network and user.',
    }),
  ),
}
const HeldSort = Type.Object(heldSort)
export type HeldSort = Static<typeof HeldSort>

/** The parameters of a file with all matching licenses, in the order of the list. */
export const HeldFile = Exact({ ...heldFilter, ...heldSort, ...tableFormat })
export type HeldFile = Static<typeof HeldFile>

export const HeldPage = Exact({
  ...heldFilter,
  ...heldSort,
  ...paging({ most: mostHeld, usual: 25, lastPage: 1_000_000 }),
})
export type HeldPage = Static<typeof HeldPage>

const orderedLine = {
  orderId: Type.Integer({ examples: [12] }),
  productName: Text(productName),
  networkName: Text(networkName),
  userName: Text('preyes'),
  day: DayText,
}

/** Differences between a company's orders and the provider's records; at most 200 of each kind. */
export const RecordDifferences = Type.Object(
  {
    requested: Type.Array(
      Type.Object({
        ...orderedLine,
        lineId,
        status: Type.Enum([...openSteps]),
      }),
      { description: 'Licenses that were ordered and do not run yet, newest first.' },
    ),
    differences: Type.Array(
      Type.Object({
        kind: Type.Enum(['stillRunning', 'notChanged', 'notRunning', 'noRecord', 'notWithdrawn'], {
          description:
            'A cancelled license has no end; a changed one has another user or network; a provisioned one has no record; one that an order under way changes or cancels has none; what was withdrawn was done all the same.',
        }),
        ...orderedLine,
        licenseId: Nullable(Text('41', { description: 'Null: there is no record.' })),
        runsOn: Text(networkName, { description: 'The network of its record.' }),
        runsFor: Text('jweber', { description: 'The user of its record.' }),
      }),
    ),
  },
  { title: 'RecordDifferences' },
)
export type RecordDifferences = Static<typeof RecordDifferences>

/** The monthly cost of licenses. */
export const HeldCosts = Type.Object(
  {
    count: Type.Integer({ examples: [62], description: 'The licenses that match.' }),
    totals: Type.Array(PriceTotal, {
      description:
        "The monthly prices of those that have one, per currency: of the provider's record, else the list price.",
    }),
    unpriced: Type.Integer({ examples: [2], description: 'Those without any price.' }),
    isProvided: Type.Boolean({
      description: "They run by the provider's records; false: they were ordered.",
    }),
  },
  { title: 'HeldCosts' },
)
export type HeldCosts = Static<typeof HeldCosts>
