import { formatUtcMinute } from '@portal/domain/kernel/day'
import { isolated } from '@portal/domain/kernel/isolated'
import { changed, requiredBy } from '@portal/domain/licenses/item-words'
import type { LicenseOrderDetails, ReadLineItem } from '@portal/domain/licenses/licenses.schema'
import { requestTypeName } from '@portal/domain/licenses/request-types'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { agreedText } from '@portal/domain/licenses/order-shown'
import {
  factTable,
  oneLine,
  pause,
  printPdf,
  styles,
  Table,
  type Block,
  type Cell,
  type Seller,
} from '../documents/documents.ts'

/**
 * Creates the confirmation: what was ordered, by whom and under which terms, and what the provider rejected. Orders that
 * were imported from the books have no consent.
 */
export async function confirmationPdf(
  seller: Seller,
  company: { name: string; accountId: string },
  order: LicenseOrderDetails,
  created: Date,
): Promise<Buffer> {
  const title = `License order ${orderNumber(order.id)}`
  const subject = `${title}, ${oneLine(company.name)}`
  const { consent, submittedDate } = order
  const isRejected = order.status === 'Rejected'
  const rejected = isRejected && order.steps.find(({ step }) => step === 'Rejected')
  const facts = [
    { label: 'Company', value: `${isolated(company.name)} (account ${company.accountId})` },
    { label: 'Requestor', value: order.requestorName },
    { label: 'Submitted', value: submittedDate ? formatUtcMinute(submittedDate) : '' },
    {
      label: 'Status',
      value: [order.status, rejected && isolated(rejected.reason)].filter(Boolean).join(': '),
    },
    { label: 'CRM id', value: order.crmId },
    { label: 'Items', value: String(order.lineItems.length) },
    ...(consent
      ? [
          { label: 'Change in monthly cost', value: agreedText(consent) },
          {
            label: 'Terms',
            value: `Schedule C, version ${consent.termsVersion}, accepted by ${isolated(consent.acceptedBy)} on ${formatUtcMinute(consent.acceptedDate)}`,
          },
        ]
      : []),
    { label: 'Additional information', value: order.notes },
  ].filter(({ value }) => value)
  const items = new Table([
    { title: 'Item', width: 34 },
    { title: 'Request', width: 62 },
    { title: 'Product', width: 150 },
    { title: 'Network', width: 96 },
    { title: 'User', width: 96 },
    { title: 'Required by', width: 66 },
  ])
  const heading = 'License order'
  const paper = { seller, title, subject, heading, subheading: orderNumber(order.id), created }
  const rows = async () => {
    const blocks: Block[] = []
    for (const [index, item] of order.lineItems.entries()) {
      blocks.push(...items.row(cellsOf(item, index + 1)))
      await pause()
    }
    return blocks
  }
  return printPdf(paper, { company, order }, async () => [
    ...factTable(isRejected ? 'Rejected order' : 'Order confirmation', 150, facts),
    { height: 18, paint: () => {} },
    items.head(),
    ...(await rows()),
  ])
}

function cellsOf(item: ReadLineItem, position: number): Cell[] {
  return [
    body(String(position)),
    body(requestTypeName(item.customerOrderRequestTypeId)),
    [
      { text: item.productName, style: styles.strong },
      { text: text(item.productSku), style: styles.muted },
      ...muted('Covers', text(item.coveredCompany)),
      ...(item.status === 'Rejected' || item.status === 'Withdrawn' ? body(item.status) : []),
      ...muted('Reason:', isolated(item.statusReason ?? '')),
    ],
    body(changed(item, 'oldNetworkName', 'networkName')),
    [
      ...body(changed(item, 'oldUserName', 'userName')),
      ...muted('IP', changed(item, 'oldIPAddress', 'ipAddress')),
    ],
    body(requiredBy(item)),
  ]
}

const body = (text: string) => [{ text, style: styles.body }]
const muted = (label: string, value: string) =>
  value ? [{ text: `${label} ${value}`, style: styles.muted }] : []
const text = (value: string | number | null | undefined) => String(value ?? '')
