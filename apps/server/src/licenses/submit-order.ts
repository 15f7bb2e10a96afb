import sql from 'sql-template-tag'
import type { HeldLicense } from '@portal/domain/licenses/held.schema'
import type {
  LicenseOrder,
  LineItem,
  Product,
  ShownItem,
} from '@portal/domain/licenses/licenses.schema'
import { itemCount } from '@portal/domain/licenses/line-items'
import { monthlyEffect, shownItems } from '@portal/domain/licenses/monthly-effect'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { agreedItems, agreedText, changedOrder } from '@portal/domain/licenses/order-shown'
import { scheduleC, termsVersion } from '@portal/domain/licenses/schedule-c'
import type { Tx } from '../platform/database/database.ts'
import { authorOf, eventAuthor, recordHistory } from '../platform/history/history.ts'
import { clipped, named } from '../platform/mail/mail-content.ts'
import { queueMail } from '../platform/mail/mail-queue.ts'
import { publishEvent } from '../platform/outbox/outbox.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { actorName, type Scope } from '../platform/database/scope.ts'

export interface Ordered {
  lineItems: readonly LineItem[]
  /** The licenses that the items change or cancel, by id. */
  licenses: ReadonlyMap<string, HeldLicense>
  products: ReadonlyMap<string, Product>
  /** What the user saw of each item; undefined for a program that shows nothing. */
  shown: readonly ShownItem[] | undefined
}

/**
 * Submits a draft with its items: stores the accepted terms, and queues mails and the event, in the transaction of the change.
 */
export async function submitOrder(
  tx: Tx,
  scope: Scope,
  order: LicenseOrder,
  { lineItems, licenses, products, shown }: Ordered,
): Promise<void> {
  const { accountId, actor } = scope
  const author = authorOf(scope)
  const today = shownItems(lineItems, products, licenses)
  const changed = shown && changedOrder(lineItems, shown, today)
  if (changed) throw new Refusal(409, changed)
  const agreed = shown ? agreedItems(lineItems, shown, today) : today
  const effect = {
    monthlyEffect: monthlyEffect(lineItems, agreed),
    shown: shown ? monthlyEffect(lineItems, shown) : null,
  }
  const [submitted] = await tx.query<{ recordId: string | null; added: string[] }>(sql`
    update license_order
       set status = 'Submitted', requestor_id = ${actor.userId},
           requestor_name = ${actorName(actor)},
           -- Later than all earlier submissions: this transaction may have started first and waited for its turn.
           submitted_at = greatest(portal_now(), (
             select max(submitted_at) + interval '1 microsecond'
               from license_order where account_id = ${accountId} and status = 'Submitted'))
     where account_id = ${accountId} and id = ${order.id}
 returning external_id as "recordId",
           array(select x.portal_id from license_order_line x
                  where x.account_id = ${accountId} and x.order_id = ${order.id} order by x.line_no) as added`)
  await tx.run(sql`
    insert into license_order_consent (account_id, order_id, actor_id, actor_account_id, actor_name, ip_address,
                                       terms_version, terms, monthly_effect, shown)
    values (${accountId}, ${order.id}, ${author.actorId}, ${author.actorAccountId}, ${author.actorName},
            ${author.ipAddress}, ${termsVersion}, ${scheduleC.join('\n\n')}, ${JSON.stringify(effect.monthlyEffect)},
            ${shown ? JSON.stringify({ items: shown, effect: effect.shown }) : null})`)
  await recordHistory(tx, author, {
    category: 'License',
    entryType: 'Order Submitted',
    description: `Submitted license order ${orderNumber(order.id)} (${itemCount(lineItems.length)}; ${agreedText(effect)})`,
  })
  await publishEvent(tx, {
    accountId,
    type: 'license_order.submitted',
    data: {
      crmId: order.crmId || accountId,
      orderId: orderNumber(order.id),
      recordId: submitted?.recordId ?? null,
      createdAt: order.createdDate,
      requestor: eventAuthor(author),
      notes: order.notes,
      lineItems: lineItems.map((item, place) => ({
        ...item,
        licenseId: item.licenseId || (submitted?.added[place] ?? null),
        productName: products.get(item.productSku)?.description ?? null,
      })),
    },
  })
  await queueMail(tx, {
    accountId,
    about: `license order ${order.id}`,
    kind: 'orders',
    recipients: await orderMailRecipients(tx, scope),
    subject: `License order of ${named(scope.companyName)} submitted, ${orderNumber(order.id)}`,
    heading: `License order ${orderNumber(order.id)} submitted`,
    preview: `${itemCount(lineItems.length)}, by ${named(author.actorName)}.`,
    facts: [
      ['Company', scope.companyName],
      ['Submitted by', author.actorName],
      ['Order', `${orderNumber(order.id)}, ${itemCount(lineItems.length)}`],
      ['Change in monthly cost', agreedText(effect)],
      ...(order.notes ? [['Additional information', clipped(order.notes)] as const] : []),
    ],
    button: { label: 'See the order', path: `/licenses?order=${order.id}` },
    thread: `order ${order.id}`,
  })
}

/** Returns the acting user, the user who ordered, and all users who manage the company's users. */
export async function orderMailRecipients(
  tx: Tx,
  { accountId, actor }: Scope,
  requestorId: string | null = actor.userId,
): Promise<string[]> {
  const rows = await tx.query<{ email: string }>(sql`
    select address_key(email) as email from portal_user
     where account_id = ${accountId} and deactivated_at is null
       and (id in (${actor.userId}, ${requestorId}) or 'ManageUsers' = any (permissions))
     union
    select address_key(${actor.email})`)
  return rows.map(({ email }) => email)
}
