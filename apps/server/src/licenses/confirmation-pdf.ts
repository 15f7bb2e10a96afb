import { formatDay, formatUtcMinute, parseIsoDay } from '@portal/domain/kernel/day'
import type { LicenseOrderDetails, ReadLineItem } from '@portal/domain/licenses/licenses.schema'
import { requestTypeName, requestTypes } from '@portal/domain/licenses/line-items'
import { effectText } from '@portal/domain/licenses/monthly-effect'
import { paintFlow } from '../invoices/documents/flow.ts'
import { letterhead, type Seller } from '../invoices/documents/letterhead.ts'
import { styles } from '../invoices/documents/look.ts'
import { Sheet } from '../invoices/documents/sheet.ts'
import { Table } from '../invoices/documents/table.ts'
import { oneLine } from '../invoices/documents/wrap.ts'

/** What was ordered, by whom, under which terms. Orders that came from the books hold no consent of the portal. */
export async function confirmationPdf(
  seller: Seller,
  company: { name: string; accountId: string },
  order: LicenseOrderDetails,
  created: Date,
): Promise<Buffer> {
  const title = `License order ${order.id}`
  const subject = `${title}, ${oneLine(company.name)}`
  const sheet = new Sheet({ title, author: seller.name, subject, created })
  const body = (text: string) => [{ text, style: styles.body }]
  const facts = new Table([
    { title: 'Order confirmation', width: 150 },
    { title: '', width: 354 },
  ])
  const { consent, submittedDate } = order
  const rows: [string, string][] = [
    ['Company', `${company.name} (account ${company.accountId})`],
    ['Requestor', order.requestorName],
    ['Submitted', submittedDate ? formatUtcMinute(submittedDate) : ''],
    ['CRM id', order.crmId],
    ['Items', String(order.lineItems.length)],
    ...(consent
      ? ([
          ['Monthly cost at list prices', effectText(consent.monthlyEffect)],
          [
            'Terms',
            `Schedule C, version ${consent.termsVersion}, accepted by ${consent.acceptedBy} on ${formatUtcMinute(consent.acceptedDate)}`,
          ],
        ] as [string, string][])
      : []),
    ['Additional information', order.notes],
  ]
  const items = new Table([
    { title: 'Item', width: 34 },
    { title: 'Request', width: 62 },
    { title: 'Product', width: 150 },
    { title: 'Network', width: 96 },
    { title: 'User', width: 96 },
    { title: 'Required by', width: 66 },
  ])
  await paintFlow(
    sheet,
    [
      letterhead(seller, 'License order', `#${order.id}`),
      facts.head(),
      ...rows
        .filter(([, value]) => value)
        .flatMap(([label, value]) => facts.row([body(label), body(value)])),
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
    ],
    { head: title, foot: `${seller.name} · ${title}` },
  )
  return sheet.finish()
}

const text = (value: string | number | null | undefined) => String(value ?? '')
const day = (value: string) => (parseIsoDay(value.slice(0, 10)) ? formatDay(value) : value)

/** `before → after` where a change of a license changes it. */
function changed(item: ReadLineItem, before: keyof ReadLineItem, after: keyof ReadLineItem) {
  const [was, is] = [text(item[before]), text(item[after])]
  const isChange = item.customerOrderRequestTypeId === requestTypes.change
  return isChange && was !== is ? `${was || '–'} → ${is || '–'}` : is
}
