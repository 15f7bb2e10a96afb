import sql from 'sql-template-tag'
import { formatDay } from '@portal/domain/kernel/day'
import { plural } from '@portal/domain/kernel/plural'
import { orderNumber } from '@portal/domain/licenses/order-number'
import type { OrderStep } from '@portal/domain/licenses/order-steps'
import { inTransaction, type Database, type Tx } from '../platform/database/database.ts'
import { recordHistory, systemAuthor } from '../platform/history/history.ts'
import { named, type Fact } from '../platform/mail/mail-content.ts'
import { queueMail } from '../platform/mail/mail-queue.ts'
import { publishEvent } from '../platform/outbox/outbox.ts'
import { takeTurn } from '../platform/database/take-turn.ts'

/** A first import contains steps from many years; older steps send no mail. */
const newForDays = 3
/** The most orders per transaction. */
const mostOrders = 500

interface Untold {
  accountId: string
  companyName: string
  crmId: string
  id: number
  recordId: string | null
  requestor: string | null
  step: OrderStep | null
  toldStep: OrderStep | null
  at: Date | null
  reason: string
  isNew: boolean
  lines: { position: number; product: string; status: OrderStep; statusReason: string }[]
}

/**
 * Reports the orders that records moved to another status: an event and a history entry for each order, and one mail to
 * the user who ordered, about all of that user's orders. Returns the number of orders. Any number of workers may run this.
 */
export async function notifyOrders(systemDb: Database): Promise<number> {
  return inTransaction(systemDb, async (tx) => {
    // Two workers at the same time would split one mail into two.
    await takeTurn(tx, 'tell orders', '')
    const found = await takeUntold(tx)
    for (const order of found) await publish(tx, order)
    const byPerson = new Map<string, Untold[]>()
    for (const order of found) {
      if (!order.isNew || order.requestor === null) continue
      const key = `${order.accountId} ${order.requestor}`
      byPerson.set(key, [...(byPerson.get(key) ?? []), order])
    }
    for (const orders of byPerson.values()) await mail(tx, orders)
    return found.length
  })
}

/** The requestor is the user who submitted the order in the portal, or the only user with the name in the record. */
const takeUntold = (tx: Tx) =>
  tx.query<Untold & Record<string, unknown>>(sql`
    with untold as (
      select account_id, id, told_step from license_order
       where is_untold order by account_id, id limit ${mostOrders} for update skip locked)
    update license_order o set is_untold = false, told_step = o.step
      from untold u join company c using (account_id)
     where o.account_id = u.account_id and o.id = u.id
 returning o.account_id as "accountId", c.name as "companyName", coalesce(nullif(o.crm_id, ''), o.account_id) as "crmId",
           o.id, o.external_id as "recordId", o.step, u.told_step as "toldStep",
           (select min(address_key(m.email)) from portal_user m
             where m.account_id = o.account_id and m.deactivated_at is null
               and (m.id = o.requestor_id
                    or (o.requestor_id is null
                        and lower(trim(m.first_name || ' ' || m.last_name)) = lower(trim(o.requestor_name))))
            having count(*) = 1) as requestor,
           (select k.at from license_order_step k
             where k.account_id = o.account_id and k.order_id = o.id and k.line_id = 0 and k.step = o.step) as at,
           coalesce((select k.reason from license_order_step k
             where k.account_id = o.account_id and k.order_id = o.id and k.line_id = 0 and k.step = o.step), '') as reason,
           coalesce((select max(k.at) from license_order_step k
                      where k.account_id = o.account_id and k.order_id = o.id), portal_now())
             > portal_now() - make_interval(days => ${newForDays}) as "isNew",
           coalesce((select json_agg(json_build_object('position', l.line_no, 'status', k.step, 'statusReason', k.reason,
                                                       'product', coalesce(p.description, l.item ->> 'productSku', '')) order by l.line_no)
              from license_order_line l
              cross join lateral (
                   select k.step, k.reason from license_order_step k
                    where k.account_id = l.account_id and k.order_id = l.order_id and k.line_id = l.line_id
                    order by order_step_rank(k.step) desc limit 1) k
              left join product p on p.product_id = l.item ->> 'productSku'
             where l.account_id = o.account_id and l.order_id = o.id
               and (l.withdrawn_at is null or k.step in ('Provisioned', 'Rejected'))), '[]') as lines`)

async function publish(tx: Tx, order: Untold): Promise<void> {
  const { accountId, crmId, id, recordId, step, toldStep, at, reason, lines } = order
  await publishEvent(tx, {
    accountId,
    type: 'license_order.status_changed',
    data: {
      crmId,
      orderId: orderNumber(id),
      recordId,
      status: step ?? 'Submitted',
      previousStatus: toldStep ?? 'Submitted',
      statusDate: at?.toISOString() ?? null,
      statusReason: reason,
      lineItems: lines.map(({ position, status, statusReason }) => ({
        position,
        status,
        statusReason,
      })),
    },
  })
  await recordHistory(tx, systemAuthor(accountId, 'Import'), {
    category: 'License',
    entryType: 'Order Status',
    description: `License order ${orderNumber(id)}: ${[standing(order), ...lines.map(lineWords)].join('; ')}`,
  })
}

/** Returns `Scheduled for 12/01/2026`, or `Rejected. No such network.` */
function standing({ step, at, reason }: Pick<Untold, 'step' | 'at' | 'reason'>): string {
  const day = step === 'Scheduled' && at ? ` for ${formatDay(at.toISOString())}` : ''
  return (step ?? 'Submitted') + day + (reason && `. ${reason}`)
}

const lineWords = ({ position, product, status, statusReason }: Untold['lines'][number]) =>
  `item ${position}${product && ` (${product})`}: ${status}${statusReason && `. ${statusReason}`}`

async function mail(tx: Tx, orders: readonly Untold[]): Promise<void> {
  const [first] = orders
  if (!first) return
  const { accountId, companyName, requestor } = first
  const isOne = orders.length === 1
  const heading = isOne
    ? `License order ${orderNumber(first.id)}: ${saying[first.step ?? 'Submitted']}`
    : `${plural(orders.length, 'license order')} have a new status`
  await queueMail(tx, {
    accountId,
    // Unique per step, because an order may return to an earlier status.
    about: `license order ${first.id} ${first.step ?? 'Submitted'} ${new Date().toISOString()}`,
    kind: 'orders',
    recipients: requestor === null ? [] : [requestor],
    subject: heading,
    heading,
    preview: isOne ? `Ordered for ${named(companyName)}.` : `For ${named(companyName)}.`,
    facts: [
      ['Company', companyName],
      ...orders.map((one): Fact => [
        isOne ? 'Status' : `Order ${orderNumber(one.id)}`,
        standing(one),
      ]),
    ],
    lists: orders.flatMap(({ id, lines }) =>
      lines.length === 0
        ? []
        : [
            {
              title: isOne
                ? 'Items with a status of their own'
                : `Items of order ${orderNumber(id)}`,
              rows: lines.map((line): Fact => [
                `Item ${line.position}${line.product && `, ${line.product}`}`,
                line.status + (line.statusReason && `. ${line.statusReason}`),
              ]),
            },
          ],
    ),
    button: isOne
      ? { label: 'See the order', path: `/licenses?order=${first.id}` }
      : { label: 'See the orders', path: '/licenses' },
    notes: isOne ? [nextWords(first)] : [],
    ...(isOne && { thread: `order ${first.id}` }),
  })
}

const saying = {
  Submitted: 'submitted',
  Accepted: 'accepted',
  Scheduled: 'scheduled',
  Provisioned: 'provisioned',
  Rejected: 'rejected',
} as const

/** Returns what happens next. For a completed order, items that ended differently are left out. */
function nextWords({ step, lines }: Untold): string {
  if (step === 'Accepted') return 'We will tell you when it is scheduled.'
  if (step === 'Scheduled') return 'We will tell you when it is done.'
  const others = lines.some(({ status }) => status !== step) ? ', except for the items above' : ''
  if (step === 'Provisioned') return `What you ordered has been done${others}.`
  return step === 'Rejected'
    ? `Nothing of it takes effect${others}. You can change it and order again.`
    : 'We will tell you how it goes on.'
}
