import sql from 'sql-template-tag'
import type {
  LicenseOrderDetails,
  ReadLineItem,
  WithdrawItems,
} from '@portal/domain/licenses/licenses.schema'
import { itemCount } from '@portal/domain/licenses/line-items'
import { requestTypeName } from '@portal/domain/licenses/request-types'
import { orderNumber } from '@portal/domain/licenses/order-number'
import {
  withdrawalRefusal,
  withdrawnEffect,
  withdrawnWords,
} from '@portal/domain/licenses/withdraw'
import type { Tx } from '../platform/database/database.ts'
import { authorOf, eventAuthor, recordHistory } from '../platform/history/history.ts'
import { named, type Fact } from '../platform/mail/mail-content.ts'
import { queueMail } from '../platform/mail/mail-queue.ts'
import { publishEvent } from '../platform/outbox/outbox.ts'
import { notFound, Refusal } from '../platform/http/refusal.ts'
import { actorName, type Scope } from '../platform/database/scope.ts'
import { takeLicenseTurn } from './license-turn.ts'
import { matchLines } from './match-lines.ts'
import { listLineItems, orderDetails, requireOrder, type StoredOrder } from './orders.queries.ts'
import { orderMailRecipients } from './submit-order.ts'

type Line = ReadLineItem & { position: number }

/**
 * Withdraws items of a submitted order as the user saw them, all or none. Items that the same user already withdrew stay
 * withdrawn.
 */
export async function withdrawItems(
  tx: Tx,
  scope: Scope,
  id: string,
  { lines }: WithdrawItems,
): Promise<LicenseOrderDetails> {
  const { accountId, actor } = scope
  const order = await requireOrder(tx, scope, id, true)
  await takeLicenseTurn(tx, accountId)
  const items = await listLineItems(tx, accountId, order.id)
  const by = actorName(actor)
  const withdrawn = lines.flatMap(({ id: lineId, status }): Line[] => {
    const place = items.findIndex((item) => item.lineId === lineId)
    const item = items[place]
    if (!item || order.status === 'Draft') throw notFound()
    if (item.withdrawnBy === by) return []
    const refusal = withdrawalRefusal(item, item.status ?? order.status, status)
    if (refusal) throw new Refusal(409, refusal)
    return [{ ...item, position: place + 1 }]
  })
  if (withdrawn.length > 0) await withdraw(tx, scope, order, withdrawn)
  return orderDetails(tx, scope, await requireOrder(tx, scope, id))
}

async function withdraw(
  tx: Tx,
  scope: Scope,
  order: StoredOrder,
  lines: readonly Line[],
): Promise<void> {
  const { accountId, actor } = scope
  const author = authorOf(scope)
  const [changed] = await tx.query<{ recordId: string | null }>(sql`
    update license_order_line x set withdrawn_at = portal_now(), withdrawn_by = ${actorName(actor)}
      from license_order o
     where x.account_id = ${accountId} and x.order_id = ${order.id} and x.line_id = any (${lines.map(({ lineId }) => lineId)})
       and o.account_id = x.account_id and o.id = x.order_id
 returning o.external_id as "recordId"`)
  // Order lines of the books may have matched a withdrawn item.
  await matchLines(tx, accountId)
  const names = lines.map(({ position, productName }) => `item ${position} (${productName})`)
  await recordHistory(tx, author, {
    category: 'License',
    entryType: 'Items Withdrawn',
    description: `Withdrew from license order ${orderNumber(order.id)}: ${names.join(', ')}`,
  })
  await publishEvent(tx, {
    accountId,
    type: 'license_order.withdrawn',
    data: {
      crmId: order.crmId || accountId,
      orderId: orderNumber(order.id),
      recordId: changed?.recordId ?? null,
      lineItems: lines.map(({ position, licenseId, lineId }) => ({
        position,
        licenseId: licenseId ? String(licenseId) : orderNumber(lineId!),
      })),
      withdrawnBy: eventAuthor(author),
    },
  })
  const heading = `${itemCount(lines.length)} of license order ${orderNumber(order.id)} withdrawn`
  await queueMail(tx, {
    accountId,
    about: `license order ${order.id} without ${lines.map(({ lineId }) => lineId).join()}`,
    kind: 'orders',
    recipients: await orderMailRecipients(tx, scope, order.requestorId),
    subject: `${heading}, ${named(scope.companyName)}`,
    heading,
    preview: `By ${named(author.actorName)}.`,
    facts: [
      ['Company', scope.companyName],
      ['Withdrawn by', author.actorName],
    ],
    lists: [{ title: 'Withdrawn', rows: lines.map(rowOf) }],
    button: { label: 'See the order', path: `/licenses?order=${order.id}` },
    notes: ['What is withdrawn does not take effect. The rest of the order stays.'],
    thread: `order ${order.id}`,
  })
}

const rowOf = (line: Line): Fact => [
  `Item ${line.position}, ${line.productName}`,
  `${requestTypeName(Number(line.customerOrderRequestTypeId))} · ${withdrawnWords(line)} · ${withdrawnEffect(line)}`,
]
