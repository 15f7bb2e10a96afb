import { addDays, type Day } from '@portal/domain/kernel/day'
import { companyRecords } from './company-records.ts'

/** Has more than one page of equipment requests to decide. */
export const siskin = {
  accountId: '20031',
  name: 'Siskin Trading',
  decider: { email: 'sofia.berg@siskin.example', firstName: 'Sofia', lastName: 'Berg' },
  /** A second user, who decides at the same time. */
  other: { email: 'omar.haas@siskin.example', firstName: 'Omar', lastName: 'Haas' },
}

/** The records of the journeys about equipment requests. */
export function* equipmentCompanyRecords(today: Day) {
  const { accountId, name, decider, other } = siskin
  yield* companyRecords({ accountId, name }, [decider, other], ['AccessErfs'])
  const closed = Array.from({ length: 21 }, (_, nth) => `SI-${100 + nth}`)
  for (const [nth, id] of ['SI-YES', 'SI-NO', 'SI-RACE', 'SI-SEEN', ...closed].entries())
    yield {
      record: 'equipmentRequest',
      equipmentRequestId: id,
      accountId,
      orderDate: addDays(today, -nth),
      orderedBy: id === 'SI-110' ? 'Åse Nygård' : 'Sofia Berg',
      externalOrderStatus: closed.includes(id) ? 'Closed' : 'Pending Customer Approval',
      customerNotes: nth % 2 ? '' : 'Deliver to cage 7.\nRing before 9.',
      lineItems: [
        {
          id: '1',
          equipmentName: 'Router, managed pair',
          equipmentType: 'Network',
          dataCenter: 'London LD4',
          installationFee: '1250.50',
        },
        { id: '2', equipmentName: 'KVM access', notes: 'Outside market hours' },
      ],
    }
}
