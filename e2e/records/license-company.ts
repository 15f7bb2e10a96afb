import { addDays, type Day } from '@portal/domain/kernel/day'
import { companyRecords } from './company-records.ts'

/** Orders licenses; the products are those of the demo. */
export const wagtail = {
  accountId: '20041',
  name: 'Wagtail Futures',
  orderer: { email: 'wanda.moss@wagtail.example', firstName: 'Wanda', lastName: 'Moss' },
}

/** Its licenses are in the provider's records; one person has left. */
export const phalarope = {
  accountId: '20068',
  name: 'Phalarope Capital',
  orderers: {
    desktop: { email: 'pia.sund@phalarope.example', firstName: 'Pia', lastName: 'Sund' },
    phone: { email: 'per.holm@phalarope.example', firstName: 'Per', lastName: 'Holm' },
  },
  leavers: { desktop: 'lara.quit', phone: 'leo.gone' },
}

function* runningRecords(today: Day) {
  const { accountId, name, orderers, leavers } = phalarope
  yield* companyRecords({ accountId, name }, Object.values(orderers), [
    'AccessLicenses',
    'AccessInvoices',
  ])
  const license = (licenseId: string, userName: string, monthlyPrice: string, more = {}) => ({
    record: 'license',
    licenseId: `PH-${licenseId}`,
    accountId,
    productId: '10010',
    networkId: 'ICE',
    userName,
    since: '2026-02-01',
    monthlyPrice,
    ...more,
  })
  for (const leaver of Object.values(leavers)) {
    yield license(`${leaver}-1`, leaver, '1500.00')
    yield license(`${leaver}-2`, leaver, '250.50', { productId: '10085' })
  }
  yield license('STAYS', 'sam.stays', '1500.00', {
    nextMonthlyPrice: '1600.00',
    nextPriceFrom: addDays(today, 40),
  })
  yield license('MORE', 'una.more', '75.00')
  yield license('RESTS', 'ria.rests', '1500.00', { status: 'Suspended' })
  yield {
    record: 'invoice',
    accountId,
    invoiceNumber: 'PH-BILL',
    date: addDays(today, -20),
    amount: '1500.00',
    balanceDue: '1500.00',
    currencyIsoCode: 'USD',
    invoiceCategory: 'License',
    lineItems: [{ productName: 'Pro', total: '1500.00', licenseId: 'PH-STAYS' }],
  }
}

const orderLine = (type: number, userName: string, dateRequired: Day, more = {}) => ({
  customerOrderRequestTypeId: type,
  productSku: '10010',
  networkId: 'ICE',
  networkName: 'ICE',
  userName,
  dateRequired,
  ...more,
})

function* orderRecords(
  today: Day,
  accountId: string,
  requestorName: string,
  orders: Record<string, object>,
) {
  const createdDate = `${addDays(today, -10)}T10:00:00Z`
  for (const [id, order] of Object.entries(orders))
    yield { record: 'licenseOrder', id, accountId, createdDate, requestorName, ...order }
}

/** Its orders and the provider's records differ. */
export const curlew = {
  accountId: '20069',
  name: 'Curlew Markets',
  orderer: { email: 'cora.lind@curlew.example', firstName: 'Cora', lastName: 'Lind' },
}

function* differingRecords(today: Day) {
  const { accountId, name, orderer } = curlew
  yield* companyRecords({ accountId, name }, [orderer], ['AccessLicenses'])
  for (const userName of ['ann', 'ben'])
    yield {
      record: 'license',
      licenseId: `CU-${userName}`,
      accountId,
      productId: '10010',
      networkId: 'ICE',
      userName,
      since: '2026-02-01',
      monthlyPrice: '1500.00',
      // The records of this company name orders, so that a provisioned item without a record is a difference.
      licenseOrderId: 'CUR-0',
    }
  const line = (type: number, userName: string, more = {}) =>
    orderLine(type, userName, addDays(today, -5), more)
  const orders = {
    'CUR-1': { status: 'Provisioned', lineItems: [line(1, 'gus')] },
    'CUR-2': { status: 'Accepted', lineItems: [line(2, 'ann', { licenseId: 'CU-ann' })] },
    'CUR-3': { status: 'Provisioned', lineItems: [line(3, 'bea', { licenseId: 'CU-ben' })] },
    'CUR-4': { status: 'Accepted', lineItems: [line(1, 'hal')] },
  }
  yield* orderRecords(today, accountId, 'Colin Vega', orders)
}

/** Reads the status of its orders. */
export const dotterel = {
  accountId: '20067',
  name: 'Dotterel Trading',
  orderer: { email: 'dina.holt@dotterel.example', firstName: 'Dina', lastName: 'Holt' },
}

/** Orders at each step, with an item that is rejected. */
function* followedRecords(today: Day) {
  const { accountId, name, orderer } = dotterel
  yield* companyRecords({ accountId, name }, [orderer], ['AccessLicenses'])
  const added = (userName: string, more = {}) => orderLine(1, userName, addDays(today, -8), more)
  const why = {
    status: 'Rejected',
    statusReason: 'The exchange has no contract with this user. Please send one and order again.',
    statusDate: `${addDays(today, -6)}T09:30:00Z`,
  }
  const orders = {
    'DOT-1': { status: 'Accepted', lineItems: [added('ann'), added('ben', why)] },
    'DOT-2': { status: 'Scheduled', statusDate: addDays(today, 9), lineItems: [added('cleo')] },
    'DOT-3': {
      status: 'Provisioned',
      statusDate: `${addDays(today, -2)}T16:00:00Z`,
      lineItems: [added('dan')],
    },
    'DOT-4': { ...why, lineItems: [added('eve')] },
  }
  // No mail is sent about these.
  yield* orderRecords(today, accountId, 'Dolf Maas', orders)
}

/** The records of the journeys about license orders. */
export function* licenseCompanyRecords(today: Day) {
  yield* followedRecords(today)
  yield* runningRecords(today)
  yield* differingRecords(today)
  const { accountId, name, orderer } = wagtail
  yield* companyRecords({ accountId, name }, [orderer], ['AccessLicenses'])
  yield {
    record: 'licenseOrder',
    id: 'WAG-1',
    accountId,
    status: 'Submitted',
    createdDate: `${addDays(today, -11)}T10:00:00Z`,
    requestorName: 'Wanda Moss',
    lineItems: ['first.trader', 'old.trader'].map((userName) => ({
      customerOrderRequestTypeId: 1,
      productSku: '10010',
      networkName: 'Eurex',
      userName,
      dateRequired: addDays(today, -9),
    })),
  }
}
