import { formatDay, formatUtcMinute, parseIsoDay } from '@portal/domain/kernel/day'
import type { LicenseOrderDetails, ReadLineItem } from '@portal/domain/licenses/licenses.schema'
import { requestTypeName, requestTypes } from '@portal/domain/licenses/request-types'
import { effectText } from '@portal/domain/licenses/monthly-effect'
import { factTable, oneLine, printPdf, styles, Table, type Seller } from '../documents/documents.ts'

/** What was ordered, by whom, under which terms. Orders that came from the books hold no consent of the portal. */
export async function confirmationPdf(
  seller: Seller,
  company: { name: string; accountId: string },
  order: LicenseOrderDetails,
  created: Date,
): Promise<Buffer> {
  const title = `License order ${order.id}`
  const subject = `${title}, ${oneLine(company.name)}`
  const body = (text: string) => [{ text, style: styles.body }]
  const { consent, submittedDate } = order
  const facts = [
    { label: 'Company', value: `${company.name} (account ${company.accountId})` },
    { label: 'Requestor', value: order.requestorName },
    { label: 'Submitted', value: submittedDate ? formatUtcMinute(submittedDate) : '' },
    { label: 'CRM id', value: order.crmId },
    { label: 'Items', value: String(order.lineItems.length) },
    ...(consent
      ? [
          { label: 'Monthly cost at list prices', value: effectText(consent.monthlyEffect) },
          {
            label: 'Terms',
            value: `Schedule C, version ${consent.termsVersion}, accepted by ${consent.acceptedBy} on ${formatUtcMinute(consent.acceptedDate)}`,
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
  const paper = { seller, title, subject, heading, subheading: `#${order.id}`, created }
  return printPdf(paper, [
    ...factTable('Order confirmation', 150, facts),
    { height: 18, paint: () => {} },
    items.head(),
    ...order.lineItems.flatMap((item, index) =>
      items.row([
        body(String(index + 1)),
        body(requestTypeName(item.customerOrderRequestTypeId)),
        [
          { text: item.productName, style: styles.strong },
          { text: text(item.productSku), style: styles.muted },
        ],
        body(changed(item, 'oldNetworkName', 'networkName')),
        body(changed(item, 'oldUserName', 'userName')),
        body(day(text(item.dateRequired))),
      ]),
    ),
  ])
}

const text = (value: string | number | null | undefined) => String(value ?? '')
const day = (value: string) => (parseIsoDay(value.slice(0, 10)) ? formatDay(value) : value)

/** `before → after` where a change of a license changes it. */
function changed(item: ReadLineItem, before: keyof ReadLineItem, after: keyof ReadLineItem) {
  const [was, is] = [text(item[before]), text(item[after])]
  const isChange = item.customerOrderRequestTypeId === requestTypes.change
  return isChange && was !== is ? `${was || '–'} → ${is || '–'}` : is
}
