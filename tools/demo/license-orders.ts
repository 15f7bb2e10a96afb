import { addDays, type Day } from '@portal/domain/kernel/day'
import { requestTypes } from '@portal/domain/licenses/request-types'
import { cast } from '../../apps/sandbox/src/cast.ts'
import { networkName } from './catalogue.ts'
import type { Customer } from './customers.ts'
import { userOn, type StoryItem, type StoryOrder } from './license-story.ts'
import { Random } from './random.ts'

/** Yields the orders of a customer, and drafts that no user has submitted yet. */
export function* licenseOrders(customer: Customer, orders: readonly StoryOrder[], today: Day) {
  const { accountId, newcomers, seed } = customer
  const random = new Random(seed + 1)
  const requestors = cast
    .filter((one) => one.accountId === accountId && one.permissions.includes('AccessLicenses'))
    .map(({ firstName, lastName }) => `${firstName} ${lastName}`)
  const record = { record: 'licenseOrder', accountId, crmId: accountId }
  for (const order of orders)
    yield {
      ...record,
      id: order.id,
      ...standing(order, today),
      createdDate: `${order.ordered}T14:05:00Z`,
      requestorName: random.pick(requestors),
      notes: random.chance(0.2)
        ? 'Please align with the next billing cycle.\nCall the desk first.'
        : '',
      lineItems: order.items.map((item) => orderedItem(customer, order, item)),
    }
  for (let nth = 1; nth < newcomers.length; nth += 1)
    yield {
      ...record,
      id: `LO-${accountId}-${orders.length + nth}`,
      status: 'Draft',
      createdDate: `${addDays(today, nth - newcomers.length)}T09:40:00Z`,
      requestorName: random.pick(requestors),
      notes: nth === 1 ? 'For the new desk.' : '',
      lineItems: ['TT Platform', 'CME Globex'].map((networkId) => ({
        customerOrderRequestTypeId: requestTypes.add,
        productSku: networkId === 'TT Platform' ? '10010' : '40010',
        networkId,
        networkName: networkId,
        userName: `new.trader${nth}`,
        dateRequired: addDays(today, 20),
      })),
    }
}

/** Returns the progress of an order: an order in effect is completed; the next of the others is scheduled. */
function standing({ from, ordered, rejected }: StoryOrder, today: Day) {
  const answered = `${addDays(ordered, 1)}T09:20:00Z`
  if (rejected) return { status: 'Rejected', statusReason: rejected, statusDate: answered }
  if (from <= today) return { status: 'Provisioned', statusDate: from }
  if (from <= addDays(today, 7)) return { status: 'Scheduled', statusDate: from }
  if (ordered < addDays(today, -2)) return { status: 'Accepted', statusDate: answered }
  return { status: 'Submitted' }
}

function orderedItem(
  { hasRecords, customerNumbers }: Customer,
  { from }: StoryOrder,
  { kind, license, users, reason = '' }: StoryItem,
) {
  const { id, productId, networkId, coveredCompany, at } = license
  const [before, after] = users ?? [userOn(license, addDays(from, -1))]
  const shared = {
    customerOrderRequestTypeId: requestTypes[kind],
    productSku: productId,
    networkId,
    networkName: networkName(networkId),
    dateRequired: from,
    userName: after ?? before,
    ...(coveredCompany && { coveredCompany }),
    // Books without licenses contain names only.
    ...(hasRecords && { licenseId: id }),
  }
  if (kind === 'change')
    return { ...shared, oldUserName: before, oldNetworkName: networkName(networkId) }
  if (kind === 'cancel') return { ...shared, cancelReason: reason }
  const { city, state } = customerNumbers[at]!
  return { ...shared, city, state }
}
