import sql from 'sql-template-tag'
import {
  noticeText,
  paidOnRefusal,
  type NamedNotice,
} from '@portal/domain/invoices/transfer-notice'
import type { AnnounceTransfer, WithdrawnTransfer } from '@portal/domain/invoices/transfers.schema'
import { formatMoney, fromCents, parseCents } from '@portal/domain/kernel/money'
import { parseIsoDay } from '@portal/domain/kernel/day'
import { plural } from '@portal/domain/kernel/plural'
import { renewAnswers } from '../../invoices/answer-cache.ts'
import { endNotices, type NoticeKey } from '../../invoices/transfer-notices.queries.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { autoPayDay, findToday } from '../../platform/database/today.ts'
import { authorOf, eventAuthor, recordHistory } from '../../platform/history/history.ts'
import { notFound, Refusal } from '../../platform/http/refusal.ts'
import { claimKey } from '../../platform/http/request-key.ts'
import { publishEvent } from '../../platform/outbox/outbox.ts'
import { visibleCategories } from '../../session/visible-categories.ts'
import { lockAutoPay } from '../autopay/plan-autopay.ts'
import {
  readCredits,
  readTransferInvoices,
  requireAnnounceable,
  sum,
  type TransferInvoice,
} from './plan-transfer.ts'

/**
 * Announces a transfer under the locks of a payment of these invoices, and takes them out of AutoPay's charges of today.
 * AutoPay's lock is taken first: a day that is fixed at this moment has its charges before or after. Returns false if an
 * invoice is locked: waiting for it could deadlock with an import.
 */
export async function announceTransfer(
  tx: Tx,
  scope: Scope,
  wish: AnnounceTransfer,
): Promise<boolean> {
  const { accountId, actor } = scope
  const author = authorOf(scope)
  const { paidOn, reference, transferId, currencyIsoCode: currency } = wish
  await lockAutoPay(tx, accountId)
  const known = await tx.one(sql`
    select from transfer_notice where account_id = ${accountId} and transfer_id = ${transferId} limit 1`)
  if (known) {
    await claimKey(tx, scope, transferId, wish)
    return true
  }
  if (!parseIsoDay(paidOn)) throw new Refusal(400, 'paidOn: is not a day')
  const farAway = paidOnRefusal(paidOn, await findToday(tx))
  if (farAway) throw new Refusal(409, farAway)
  const wanted = new Map(wish.invoices.map(({ id, amount }) => [id, centsOf(amount, wish)]))
  const invoices = await readTransferInvoices(tx, scope, [...wanted.keys()], 'lockFree')
  if (!invoices) return false
  const [first] = invoices as [TransferInvoice]
  if (first.currency !== currency)
    throw new Refusal(409, `${first.invoiceNumber} is in ${first.currency}. Please check it again.`)
  requireAnnounceable(invoices, ({ id }) => wanted.get(id)!)
  const deductedCredits = await requireCredits(tx, scope, wish, first)
  const parts = invoices.map((one) => ({ ...one, cents: wanted.get(one.id)! }))
  const amountCents = sum(parts)
  if (amountCents === 0) throw new Refusal(409, 'Nothing is left to transfer.')
  await claimKey(tx, scope, transferId, wish)
  await tx.run(sql`
    insert into transfer_notice (account_id, transfer_id, invoice_number, currency, amount_cents, paid_on, reference,
                                 actor_id, actor_name, after_movement)
    select ${accountId}, ${transferId}, number, ${currency}, cents, ${paidOn}, ${reference}, ${actor.userId},
           ${author.actorName}, last
      from unnest(${parts.map(({ invoiceNumber }) => invoiceNumber)}::text[],
                  ${parts.map(({ cents }) => cents)}::bigint[],
                  ${parts.map(({ lastMovement }) => lastMovement)}::bigint[]) as part (number, cents, last)`)
  await tx.run(sql`
    delete from autopay_item
     where account_id = ${accountId} and day = ${autoPayDay}
       and invoice_id = any (${[...wanted.keys()]}::bigint[])`)
  await publishEvent(tx, {
    accountId,
    type: 'transfer.announced',
    data: {
      transferId,
      currency,
      amountCents,
      paidOn,
      reference,
      invoices: splitOf(parts),
      deductedCredits,
      announcedBy: eventAuthor(author),
    },
  })
  await recordHistory(tx, author, {
    category: 'Invoice',
    entryType: 'Transfer Announced',
    description: described({ currency, paidOn, actorName: author.actorName }, parts),
  })
  await renewAnswers(tx, accountId)
  return true
}

function centsOf(amount: number, { currencyIsoCode }: AnnounceTransfer): number {
  const cents = parseCents(amount, currencyIsoCode)
  if (cents === undefined) throw new Refusal(400, `amount: is not an amount in ${currencyIsoCode}`)
  return cents
}

/** Returns the deducted credits for the event. Throws a Refusal if less is left of one. */
async function requireCredits(tx: Tx, scope: Scope, wish: AnnounceTransfer, of: TransferInvoice) {
  if (wish.deducted.length === 0) return []
  const open = new Map(
    (await readCredits(tx, scope, of)).map((one) => [one.invoiceNumber, one.cents]),
  )
  return wish.deducted.map(({ invoiceNumber, amount }) => {
    const amountCents = centsOf(amount, wish)
    const left = (open.get(invoiceNumber) ?? 0) - amountCents
    if (left < 0)
      throw new Refusal(
        409,
        `Less than ${formatMoney(amountCents, of.currency)} is left of credit ${invoiceNumber}. Please check the credits again.`,
      )
    open.set(invoiceNumber, left)
    return { invoiceNumber, amountCents }
  })
}

/**
 * Withdraws the announced transfer of an invoice, as far as the user sees its invoices. Returns the parts that no longer count
 * as announced; those that ended before stay as they are.
 */
export async function withdrawTransfer(
  tx: Tx,
  scope: Scope,
  noticeId: string,
): Promise<WithdrawnTransfer> {
  const { accountId } = scope
  const seen = await tx.query<
    NoticeKey & { invoiceId: string; invoiceNumber: string; transferId: string } & NamedNotice
  >(sql`
    select n.account_id as "accountId", n.id, n.transfer_id as "transferId", i.id::text as "invoiceId", i.invoice_number as "invoiceNumber",
           n.currency, n.amount_cents as cents, n.paid_on as "paidOn", n.actor_name as "actorName"
      from transfer_notice n join invoice i on i.account_id = n.account_id and i.invoice_number = n.invoice_number
     where n.account_id = ${accountId} ${visibleCategories(scope)}
       and n.transfer_id = (select transfer_id from transfer_notice where account_id = ${accountId} and id = ${noticeId})
     order by n.invoice_number`)
  const notice = seen.find(({ id }) => id === noticeId)
  if (!notice) throw notFound()
  const ended = await endNotices(tx, seen, 'withdrawn')
  const parts = seen.filter(({ id }) => ended.has(id))
  if (parts.length === 0) return { invoices: [] }
  const { transferId, currency } = notice
  const author = authorOf(scope)
  await publishEvent(tx, {
    accountId,
    type: 'transfer.withdrawn',
    data: {
      transferId,
      currency,
      invoices: splitOf(parts),
      withdrawnBy: eventAuthor(author),
    },
  })
  await recordHistory(tx, author, {
    category: 'Invoice',
    entryType: 'Transfer Withdrawn',
    description: `Withdrew: ${described(notice, parts)}`,
  })
  return {
    invoices: parts.map(({ invoiceId, cents }) => ({
      id: invoiceId,
      amount: fromCents(cents, currency),
    })),
  }
}

type Part = { invoiceNumber: string; cents: number }

const splitOf = (parts: readonly Part[]) =>
  parts.map(({ invoiceNumber, cents }) => ({ invoiceNumber, amountCents: cents }))

/** Describes parts of a transfer in the history. */
function described(notice: Omit<NamedNotice, 'cents'>, parts: readonly Part[]): string {
  const listed =
    parts.length > 20
      ? plural(parts.length, 'invoice')
      : parts.map(({ invoiceNumber }) => invoiceNumber).join(', ')
  return `${noticeText({ ...notice, cents: sum(parts) })}: ${listed}`
}
