import { addDays, type Day } from '@portal/domain/kernel/day'
import { addMonths } from '@portal/domain/kernel/month'
import { companyRecords } from './company-records.ts'
import { monthlyBill } from './monthly-bill.ts'

/** Read the forecast of their licenses, and end one: a company for each size. */
export const sanderlings = {
  desktop: sanderling('20101', 'Sanderling Trading'),
  phone: sanderling('20102', 'Sanderling Futures'),
}

function sanderling(accountId: string, name: string) {
  const orderer = { email: `sol.marsh@${accountId}.example`, firstName: 'Sol', lastName: 'Marsh' }
  return { accountId, name, orderer }
}

export function* sanderlingRecords(today: Day) {
  const thisMonth = today.slice(0, 7)
  for (const { accountId, name, orderer } of Object.values(sanderlings)) {
    yield* companyRecords({ accountId, name }, [orderer], ['AccessLicenses', 'AccessInvoices'])
    const users = { 'ann.stays': '1500.00', 'ben.leaves': '640.00' }
    for (const [userName, monthlyPrice] of Object.entries(users))
      yield {
        record: 'license',
        licenseId: `SA-${accountId}-${userName}`,
        accountId,
        productId: '10010',
        networkId: 'ICE',
        userName,
        since: '2025-02-01',
        monthlyPrice,
        ...(userName === 'ann.stays' && {
          nextMonthlyPrice: '1600.00',
          nextPriceFrom: `${addMonths(thisMonth, 2)}-01`,
        }),
      }
    for (const ago of [1, 0]) {
      const month = addMonths(thisMonth, -ago)
      const period = {
        servicePeriodStart: `${month}-01`,
        servicePeriodEnd: addDays(`${addMonths(month, 1)}-01`, -1),
      }
      yield monthlyBill(accountId, `SA-${accountId}-${month}`, month, 2200, {
        lineItems: [
          ...Object.entries(users).map(([userName, total]) => ({
            productName: 'Pro',
            total,
            userName,
            licenseId: `SA-${accountId}-${userName}`,
            ...period,
          })),
          { productName: 'Delivery', total: '60.00' },
        ],
      })
    }
  }
}
