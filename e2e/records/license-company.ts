import { addDays, type Day } from '@portal/domain/kernel/day'

/** Orders licenses; the products are those of the demo. */
export const wagtail = {
  accountId: '20041',
  name: 'Wagtail Futures',
  orderer: { email: 'wanda.moss@wagtail.example', firstName: 'Wanda', lastName: 'Moss' },
  /** A second user who orders, on the same machine. */
  other: { email: 'will.page@wagtail.example', firstName: 'Will', lastName: 'Page' },
}

/** Has subscriptions that differ only in the company that each covers. */
export const dunlin = {
  accountId: '20042',
  name: 'Dunlin Brokers',
  orderer: { email: 'dora.finch@dunlin.example', firstName: 'Dora', lastName: 'Finch' },
  other: { email: 'dan.reed@dunlin.example', firstName: 'Dan', lastName: 'Reed' },
  covered: ['Alder Bank', 'Birch Clearing', 'Cedar Capital', 'Dogwood Trust', 'Elm Securities'],
}

function* subscriptionRecords(today: Day) {
  const { accountId, name, orderer, other, covered } = dunlin
  yield { record: 'company', accountId, name }
  for (const person of [orderer, other])
    yield { record: 'user', ...person, accountId, permissions: ['AccessLicenses'] }
  yield {
    record: 'licenseOrder',
    id: 'DUN-1',
    accountId,
    status: 'Submitted',
    createdDate: `${addDays(today, -40)}T10:00:00Z`,
    requestorName: 'Dora Finch',
    lineItems: covered.map((coveredCompany) => ({
      customerOrderRequestTypeId: 1,
      productSku: '20020',
      networkId: 'TT Platform',
      networkName: 'TT Platform',
      dateRequired: addDays(today, -30),
      coveredCompany,
    })),
  }
}

/** The records of the journeys about license orders. */
export function* licenseCompanyRecords(today: Day) {
  yield* subscriptionRecords(today)
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
          ? ['first.trader', 'old.trader'].map((userName) => ({
              customerOrderRequestTypeId: 1,
              productSku: '10010',
              networkName: 'Eurex',
              userName,
              dateRequired: addDays(today, -9),
            }))
          : [],
    }
}
