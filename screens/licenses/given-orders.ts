import type { HeldLicense } from '@portal/domain/licenses/held.schema'
import type {
  DraftState,
  KeptUnsentOrder,
  LicenseOrderDetails,
  LineItem,
  SaveOrder,
  UnsentOrder,
} from '@portal/domain/licenses/licenses.schema'
import { addedItem } from '@portal/domain/licenses/line-items'
import { curlew } from '../../e2e/records/license-company.ts'
import { Other, refusal, type Answers } from '../stub/answers.ts'
import { now } from '../world.ts'

/** Orders licenses. The test gives the company's licenses and the order being built. */
export const as = curlew.orderer

/** A license by the provider's records. */
export const license = (userName: string, more: Partial<HeldLicense> = {}): HeldLicense => ({
  licenseId: `L-${userName}`,
  orderId: null,
  productSku: '10010',
  productName: 'TT Pro',
  itemGroupName: 'Trading Products',
  networkName: 'Eurex',
  userName,
  ipAddress: '',
  coveredCompany: '',
  startsOn: '2026-02-01',
  endsOn: null,
  monthlyPrice: 1575,
  currencyIsoCode: 'USD',
  isListPrice: false,
  isProvided: true,
  isSuspended: false,
  nextPrice: null,
  asked: null,
  ...more,
})

/** The company's licenses: the list with an unknown price, and the licenses that the page names. */
export const holds = (all: readonly HeldLicense[]) =>
  ({
    getHeldCosts: { count: all.length, totals: [], unpriced: 0, isProvided: true },
    listHeldLicenses: ({ query: { search = '', productSku, userName, page, perPage } }) => {
      const isOf = (asked: string | undefined, own: string) =>
        asked === undefined || asked.toLowerCase() === own
      const found = all
        .filter((one) => one.userName.includes(search.toLowerCase()))
        .filter((one) => isOf(productSku, one.productSku) && isOf(userName, one.userName))
      const shown = found.slice((page - 1) * perPage, page * perPage)
      return new Other(200, shown, { 'x-count': String(found.length) })
    },
    findHeldLicenses: ({ body }) =>
      all.filter(({ licenseId }) => body.licenseIds.includes(licenseId)),
  }) satisfies Answers

export const gateway = addedItem('30020', {
  networkId: 'ICE',
  networkName: 'ICE',
  userName: '',
  dateRequired: '2026-12-01',
})

/** The server's row of the order that is being built, and what saving it returns. */
export function building(lineItems: LineItem[] = [], draft: UnsentOrder['draft'] = null) {
  let kept: KeptUnsentOrder = { revision: 0, order: null, savedFrom: null, draft: null }
  const store = (more: Partial<KeptUnsentOrder>) =>
    (kept = { ...kept, revision: kept.revision + 1, ...more })
  /** Another window or device stores an order. */
  const elsewhere = (items: LineItem[], notes = '', state: DraftState | null = null) =>
    store({
      order: {
        data: { notes, lineItems: items },
        draft,
        key: 'k'.repeat(36),
        itemKeys: items.map(({ productSku }) => `of ${productSku}`),
      },
      draft: state,
    })
  if (lineItems.length > 0) elsewhere(lineItems)
  return {
    elsewhere,
    now: () => kept,
    kept: {
      getUnsentOrder: () => kept,
      keepUnsentOrder: ({ body: { revision, order } }) =>
        revision === kept.revision ? store({ order, draft: null }) : refusal(409, 'Changed.'),
    } satisfies Answers,
    saved: {
      createOrder: ({ body }) => {
        store({ order: null, savedFrom: kept.revision })
        return orderOf(body)
      },
    } satisfies Answers,
  }
}

export const orderOf = (
  { data: { notes, lineItems }, isDraft }: Pick<SaveOrder, 'data' | 'isDraft'>,
  more: Partial<LicenseOrderDetails> = {},
): LicenseOrderDetails => ({
  id: 90,
  status: isDraft ? 'Draft' : 'Submitted',
  isDraft,
  createdDate: now,
  submittedDate: isDraft ? null : now,
  requestorName: 'Cora Lind',
  accountName: curlew.name,
  crmId: '',
  notes,
  lineItemCount: lineItems.length,
  withdrawnCount: 0,
  productNames: ['ICE Gateway'],
  version: 1,
  steps: [],
  lineItems: lineItems.map((item, nth) => ({
    ...item,
    id: nth + 1,
    customerOrderId: 90,
    productName: 'ICE Gateway',
  })),
  consent: null,
  ...more,
})
