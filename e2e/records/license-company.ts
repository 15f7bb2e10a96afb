import { addDays, type Day } from '@portal/domain/kernel/day'

/** Orders licenses; the products are those of the demo. */
export const wagtail = {
  accountId: '20041',
  name: 'Wagtail Futures',
  orderer: { email: 'wanda.moss@wagtail.example', firstName: 'Wanda', lastName: 'Moss' },
  /** Orders as well, on the same machine. */
  other: { email: 'will.page@wagtail.example', firstName: 'Will', lastName: 'Page' },
}

/** What the journeys about license orders need, as portal records. */
export function* licenseCompanyRecords(today: Day) {
  const { accountId, name, orderer, other } = wagtail
  yield { record: 'company', accountId, name }
  for (const person of [orderer, other])
    yield { record: 'user', ...person, accountId, permissions: ['AccessLicenses'] }
  for (let nth = 1; nth <= 26; nth += 1)
    yield {
      record: 'licenseOrder',
      id: `WAG-${nth}`,
      accountId,
      status: 'Submitted',
      createdDate: `${addDays(today, -10 - nth)}T10:00:00Z`,
      requestorName: nth === 26 ? 'Åse Nygård' : 'Wanda Moss',
      notes: nth === 7 ? 'Desk 7 only' : '',
      lineItems:
        nth === 1
          ? [
              {
                customerOrderRequestTypeId: 1,
                productSku: '10010',
                networkName: 'Eurex',
                userName: 'first.trader',
                dateRequired: addDays(today, -9),
              },
            ]
          : [],
    }
}
