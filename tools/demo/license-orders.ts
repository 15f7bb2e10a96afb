import { addDays, type Day } from '@portal/domain/kernel/day'
import { cast } from '../../apps/sandbox/src/cast.ts'
import { orderedProducts } from './catalogue.ts'
import { aldgate, brightwater, fairhaven } from './customers.ts'
import { Random } from './random.ts'

// Aldgate has more than one page of 25.
const ordersOf: [accountId: string, drafts: number, submitted: number][] = [
  [aldgate.accountId, 2, 27],
  [fairhaven.accountId, 1, 4],
  [brightwater.accountId, 0, 1],
]

export function* licenseOrders(today: Day) {
  const random = new Random(25)
  // A separate generator, so that the other random values of the orders stay the same.
  const covered = new Random(26)
  for (const [accountId, drafts, submitted] of ordersOf)
    for (let nth = 0; nth < drafts + submitted; nth += 1) {
      const ordered = addDays(today, -3 - nth * 11)
      const items = Array.from({ length: random.whole(1, 5) }, () =>
        item({ random, covered }, ordered),
      )
      yield {
        record: 'licenseOrder',
        id: `LO-${accountId}-${nth + 1}`,
        accountId,
        crmId: accountId,
        ...(nth < drafts ? { status: 'Draft' } : standing(today, ordered)),
        createdDate: `${ordered}T14:05:00Z`,
        requestorName: requestor(accountId),
        notes:
          nth % 4 === 0 ? 'Please align with the next billing cycle.\nCall the desk first.' : '',
        lineItems: items,
      }
    }
}

/** How far the provider is: the newest order is not looked at yet, the oldest ones are in force. */
function standing(today: Day, ordered: Day) {
  if (ordered > addDays(today, -7)) return { status: 'Submitted' }
  if (ordered > addDays(today, -28))
    return { status: 'Accepted', statusDate: `${addDays(ordered, 1)}T09:20:00Z` }
  if (ordered > addDays(today, -40)) return { status: 'Scheduled', statusDate: addDays(today, 6) }
  return { status: 'Provisioned', statusDate: `${addDays(ordered, 9)}T16:40:00Z` }
}

function requestor(accountId: string): string {
  const person = cast.find(
    (member) => member.accountId === accountId && member.permissions.includes('AccessLicenses'),
  )
  return person ? `${person.firstName} ${person.lastName}` : ''
}

const clearers = ['Northgate Clearing', 'Harbour Brokers', 'Ravensworth Bank', 'Lindqvist Fonder']
const users = ['mkessler', 'jdoyle', 'αλεξάνδρου', 'desk-07', 'yamada.h', 'o.brien']
const venues = ['CME Globex', 'Eurex', 'ICE', 'TT Platform']

interface Randoms {
  random: Random
  covered: Random
}

/** Returns an added or a cancelled license; a cancellation only names the license. */
function item({ random, covered }: Randoms, ordered: Day) {
  const { sku, group } = random.pick(orderedProducts)
  const dateRequired = addDays(ordered, random.whole(1, 14))
  if (group === 'Subscription Service Fees')
    return {
      networkId: 'TT Platform',
      networkName: 'TT Platform',
      dateRequired,
      customerOrderRequestTypeId: 1,
      productSku: sku,
      coveredCompany: covered.pick(clearers),
    }
  const networkName = random.pick(venues)
  const userName = group === 'Gateways' ? '' : random.pick(users)
  if (random.chance(0.3))
    return {
      networkName,
      dateRequired,
      customerOrderRequestTypeId: 2,
      productSku: sku,
      userName,
      networkId: null,
      cancelReason: '',
    }
  return {
    networkId: networkName,
    networkName,
    dateRequired,
    customerOrderRequestTypeId: 1,
    productSku: sku,
    userName,
    countryCode: 'US',
    city: 'Chicago',
    state: 'IL',
    postalCode: '60606',
  }
}
