import { parseIsoDay } from '@portal/domain/kernel/day'
import type {
  LicenseOrderDetails,
  LineItem,
  ReadLineItem,
} from '@portal/domain/licenses/licenses.schema'
import { defaultDay } from '@portal/domain/licenses/line-items'
import { requestTypes } from '@portal/domain/licenses/request-types'
import type { UnsentContent } from '@portal/domain/licenses/unsent-changes'
import { today } from '../../kernel/today.ts'

/** A draft as the order being built: its items without read-only fields, with the same keys in all tabs. */
export const contentOfDraft = ({ id, version, notes, lineItems }: LicenseOrderDetails) =>
  ({
    notes,
    items: lineItems.map((item, place) => ({
      key: `${id}-${version}-${place}`,
      item: toItem(item),
    })),
    draft: { id, version, isEdited: false },
  }) satisfies UnsentContent

/** Imported items may lack required fields: these become blank, and the day the forms' default. */
function toItem(read: ReadLineItem): LineItem {
  const { id: _id, customerOrderId: _order, productName: _name, ...given } = read
  const { status: _status, statusDate: _at, statusReason: _why, price: _price, ...asked } = given
  const { lineId: _line, canWithdraw: _can, withdrawnBy: _by, ...item } = asked
  const texts = Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, value === null ? null : String(value)]),
  )
  return {
    ...(texts as Partial<LineItem>),
    networkName: texts.networkName ?? '',
    productSku: texts.productSku || 'unknown',
    dateRequired: parseIsoDay((texts.dateRequired ?? '').slice(0, 10)) ?? defaultDay(today()),
    customerOrderRequestTypeId:
      Object.values(requestTypes).find((type) => type === item.customerOrderRequestTypeId) ??
      requestTypes.add,
  }
}

/** The rejected items of an order, to be ordered again: a day that has passed becomes the forms' default. */
export function rejectedItems({ status: ofOrder, lineItems }: LicenseOrderDetails): LineItem[] {
  const earliest = defaultDay(today())
  return lineItems
    .filter(({ status = ofOrder }) => status === 'Rejected')
    .map(toItem)
    .map((item) => (item.dateRequired < earliest ? { ...item, dateRequired: earliest } : item))
}
