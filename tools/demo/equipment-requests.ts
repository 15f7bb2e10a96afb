import { addDays, type Day } from '@portal/domain/kernel/day'
import { decimalString } from '@portal/domain/kernel/money'
import { cast } from '../../apps/sandbox/src/cast.ts'
import { aldgate, brightwater, fairhaven } from './customers.ts'
import { Random } from './random.ts'

const pending = 'Pending Customer Approval'
const states = ['Order Submitted', pending, 'Revision Requested', 'Closed', 'Cancelled', 'Expired']

// Aldgate has more than one page of 10 requests, and every company has a request to decide.
const requestsOf: [accountId: string, states: string[]][] = [
  [aldgate.accountId, [pending, pending, ...states, ...states]],
  [fairhaven.accountId, [pending, 'Closed', 'Order Submitted']],
  [brightwater.accountId, [pending]],
]

const equipment: [name: string, type: string, feeCents: number][] = [
  ['Cross connect, single mode', 'Connectivity', 45_000],
  ['Router, managed pair', 'Network', 125_000],
  ['Server 2U, dual feed', 'Server', 310_000],
  ['Cabinet, 42U', 'Colocation', 500_000],
  ['KVM access', 'Access', 0],
]
const dataCenters = ['Aurora DC1', 'London LD4', 'Frankfurt FR2', 'Secaucus NY4']

export function* equipmentRequests(today: Day) {
  const random = new Random(10)
  for (const [accountId, wanted] of requestsOf)
    for (const [nth, externalOrderStatus] of wanted.entries())
      yield {
        record: 'equipmentRequest',
        equipmentRequestId: `ERF-${accountId}-${100 + nth}`,
        accountId,
        orderDate: addDays(today, -2 - nth * 9),
        orderedBy: orderedBy(accountId),
        externalOrderStatus,
        customerNotes: nth % 3 ? '' : 'Deliver to the back entrance, cage 14.',
        lineItems: lines(random, nth === 0 ? 6 : random.whole(1, 4)),
      }
}

function lines(random: Random, count: number) {
  return Array.from({ length: count }, (_, at) => {
    const [equipmentName, equipmentType, cents] = random.pick(equipment)
    return {
      id: String(at + 1),
      equipmentName,
      equipmentType,
      installationFee: decimalString(cents, 'USD'),
      dataCenter: random.pick(dataCenters),
      notes: random.chance(0.3) ? 'Outside market hours' : '',
    }
  })
}

function orderedBy(accountId: string): string {
  const person = cast.find(
    (member) => member.accountId === accountId && member.permissions.includes('AccessErfs'),
  )
  return person ? `${person.firstName} ${person.lastName}` : ''
}
