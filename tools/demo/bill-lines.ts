import { addDays, startOfMonth, type Day } from '@portal/domain/kernel/day'
import { toCents } from '@portal/domain/kernel/money'
import { unbilledEquipment, withFaults } from './bill-faults.ts'
import { chargesOf, monthlyCents, onceCents, wholePeriod, type Charge } from './charges.ts'
import { aldgate, type Customer, type CustomerNumber } from './customers.ts'
import { equipmentRequests } from './equipment-requests.ts'
import { userOn, type StoryLicense } from './license-story.ts'
import { addMonths, monthAt } from './months.ts'
import { productOf } from './products.ts'
import type { Service } from './services.ts'

interface Bill {
  service: Service
  number: string
  /** The month of the demo. */
  month: number
  invoiceNumber: string
}

const serviceOf: Record<string, string> = {
  'Trading Products': 'License',
  'Subscription Service Fees': 'License',
  Gateways: 'License',
}

/** Bills of earlier months have the products' former names. */
const firstRenamed = 9

/** Returns the lines of a bill, with amounts in minor units: licenses, deliveries, and equipment. */
export function billLines(
  customer: Customer,
  licenses: readonly StoryLicense[],
  today: Day,
  bill: Bill,
) {
  const { customerNumbers, hasRecords, oneTimes } = customer
  const at = customerNumbers.findIndex(({ number }) => number === bill.number)
  const office = customerNumbers[at]!
  const month = monthAt(today, bill.month)
  const isOn = (productId: string, place: number) => {
    const { itemGroupName } = productOf(productId)
    return place === at && (serviceOf[itemGroupName] ?? itemGroupName) === bill.service.invoiceType
  }
  const charged = licenses
    .filter((one) => isOn(one.productId, one.at))
    .flatMap((license) =>
      withFaults(
        chargesOf(license, month, office.currency, today),
        bill.invoiceNumber,
        license.id,
        () => wholeMonth(license, month, office.currency, today),
      ),
    )
  return [
    ...charged.map((charge) => lineOf(charge, office, bill.month, hasRecords)),
    ...oneTimes
      .filter((one) => one.month === bill.month && isOn(one.productId, one.at))
      .map(({ productId, quantity }) => {
        const cents = onceCents(productId, office.currency)
        return { ...once(productId, office), quantity, cents, total: quantity * cents }
      }),
    ...(bill.service.invoiceType === 'Hosting' && bill.number === 'ALD-003'
      ? installations(office, month, today)
      : []),
  ]
}

function wholeMonth(license: StoryLicense, month: Day, currency: string, today: Day): Charge {
  const cents = monthlyCents(license.productId, currency, month, today)
  return { ...wholePeriod(month, 1), license, cents, total: cents }
}

function lineOf(charge: Charge, office: CustomerNumber, month: number, hasRecords: boolean) {
  const { license, from, to, chargeType, quantity, cents, total, moreInfo } = charge
  const { id, productId, networkId, coveredCompany, poNumber, addedBy } = license
  const { description, formerName, words } = productOf(productId)
  const userName = userOn(license, from)
  return {
    productName: month < firstRenamed && formerName ? formerName : description,
    description: coveredCompany || words,
    moreInfo,
    quantity,
    cents,
    total,
    city: office.city,
    state: office.state,
    productId,
    ...(hasRecords && { licenseId: id }),
    licenseOrderId: addedBy.id,
    ...(userName && { userName }),
    networkId,
    servicePeriodStart: from,
    servicePeriodEnd: to,
    chargeType,
    ...(poNumber && { poNumber }),
  }
}

function once(productId: string, { city, state }: CustomerNumber) {
  const { description, words } = productOf(productId)
  return {
    productName: description,
    description: words,
    moreInfo: '',
    city,
    state,
    productId,
    chargeType: 'oneTime',
  }
}

/** Returns the installations of Aldgate's equipment that was closed in time for this bill; the fees are in USD. */
function installations(office: CustomerNumber, month: Day, today: Day) {
  return [...equipmentRequests(today)]
    .filter(
      (one) =>
        one.accountId === aldgate.accountId &&
        one.externalOrderStatus === 'Closed' &&
        one.equipmentRequestId !== unbilledEquipment &&
        addMonths(startOfMonth(addDays(one.orderDate, 14)), 1) === month,
    )
    .flatMap(({ equipmentRequestId, lineItems }) =>
      lineItems.map(({ id, equipmentName, installationFee, dataCenter }) => {
        const cents = toCents(Number(installationFee), 'USD')
        return {
          ...once('50095', office),
          description: equipmentName,
          moreInfo: dataCenter,
          quantity: 1,
          cents,
          total: cents,
          equipmentRequestId,
          equipmentLineId: id,
        }
      }),
    )
}
