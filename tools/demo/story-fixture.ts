import type { Day } from '@portal/domain/kernel/day'
import { demoRecords } from './demo-records.ts'

/** The days on which the story must hold: ends of months and years, a leap day. */
export const storyDays = [
  '2026-11-21',
  '2028-02-29',
  '2027-01-01',
  '2026-12-31',
  '2027-03-30',
  '2027-08-04',
]

export interface Line {
  productName: string
  productId: string
  licenseId?: string
  licenseOrderId?: string
  userName?: string
  networkId?: string
  quantity: number
  salesPrice: string
  total: string
  servicePeriodStart: Day
  servicePeriodEnd: Day
  chargeType?: string
  equipmentRequestId?: string
  equipmentLineId?: string
}
export interface Invoice {
  accountId: string
  invoiceNumber: string
  date: Day
  amount: string
  currencyIsoCode: string
  lineItems: Line[]
}
export interface License {
  licenseId: string
  accountId: string
  productId: string
  networkId: string
  userName: string
  coveredCompany: string
  since: Day
  until?: Day
  monthlyPrice: string
  nextMonthlyPrice?: string
  nextPriceFrom?: Day
  licenseOrderId: string
}
export interface Item {
  customerOrderRequestTypeId: number
  productSku: string
  networkId: string
  networkName: string
  userName: string
  oldUserName?: string
  oldNetworkName?: string
  coveredCompany?: string
  licenseId?: string
  dateRequired: Day
}
export interface Order {
  id: string
  accountId: string
  status: string
  statusReason?: string
  createdDate: string
  requestorName: string
  lineItems: Item[]
}
export interface Product {
  productId: string
  description: string
  aliases?: string[]
  replacedBy?: string
  prorates: boolean
  billingMonths: number
}
export interface Equipment {
  equipmentRequestId: string
  accountId: string
  orderDate: Day
  externalOrderStatus: string
  lineItems: { id: string; installationFee: string }[]
}

export function storyOf(today: Day) {
  const records = [...demoRecords(today)]
  const all = <T>(kind: string) => records.filter(({ record }) => record === kind) as T[]
  const products = all<Product>('product')
  const invoices = all<Invoice>('invoice')
  const regular = invoices.filter(isRegular)
  return {
    invoices,
    regular,
    lines: linesOf(regular),
    licenses: all<License>('license'),
    orders: all<Order>('licenseOrder'),
    equipment: all<Equipment>('equipmentRequest'),
    products,
    product: new Map(products.map((one) => [one.productId, one])),
  }
}

const isRegular = ({ invoiceNumber }: Invoice) => /^MTS-104(12|58|15)-\d{4}$/.test(invoiceNumber)
export const linesOf = (invoices: readonly Invoice[]) =>
  invoices.flatMap((invoice) => invoice.lineItems.map((line) => ({ ...line, invoice })))
