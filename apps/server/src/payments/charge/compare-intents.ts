import sql from 'sql-template-tag'
import {
  alignmentOf as decide,
  confirmRefusal,
  listedSince,
  moveWatermark,
  type Intent,
} from '@portal/domain/payments/charge-comparison'
import type { Deps } from '../../deps.ts'
import { isChargingOn } from './charging-stop.ts'
import { withAccount, type Tx } from '../../platform/database/database.ts'
import type { ChargeFailure, ProviderIntent } from '../../providers/cards/card-provider.ts'
import { endings, type Attempt } from './attempt.ts'
import { findRows } from './attempts.queries.ts'
import { applyAlignment } from './apply-alignment.ts'
import { judgeInvoices, type PaymentOrder } from './payment-rules.ts'

/** An attempt of this process whose intent was created and stored. */
export interface StoredAttempt {
  attempt: Attempt
  intent: ProviderIntent
}

/** How often the comparison is repeated after it found lost commits; then nothing is confirmed. */
const comparisons = 3

/**
 * Lists the customer's intents and decides which of the stored attempts may be confirmed (decision 0029). An attempt that
 * is missing from the result, or has a reason in it, must be canceled; `undefined` allows the confirm. Throws
 * RequestFailed if the provider does not respond.
 */
export async function compareIntents(
  deps: Deps,
  instance: string,
  order: PaymentOrder,
  stored: readonly StoredAttempt[],
): Promise<Map<string, ChargeFailure | undefined>> {
  const { accountId } = order.author
  const { customerId } = stored[0]!.attempt
  for (let nth = 0; nth < comparisons; nth += 1) {
    const from = await withAccount(deps.paymentsDb, accountId, readWatermark)
    const listed: ProviderIntent[] = []
    for await (const intent of deps.cards.listIntents({ customerId, since: listedSince(from) }))
      if (intent.instance === instance && intent.accountId === accountId) listed.push(intent)
    const aligned = await alignAll(deps, accountId, listed)
    const decided = await withAccount(deps.paymentsDb, accountId, (tx) =>
      decideConfirms(tx, order, stored, aligned, from),
    )
    if (decided) return decided
    deps.log.error({ accountId }, 'a comparison found that commits were lost')
  }
  return new Map(stored.map(({ attempt }) => [attempt.id, endings.notChecked]))
}

/** Returns milliseconds of the provider's clock; null before the first listing. */
async function readWatermark(tx: Tx): Promise<number | null> {
  const row = await tx.one<{ at: Date | null }>(
    sql`select looked_until as at from provider_customer for no key update`,
  )
  return row?.at?.getTime() ?? null
}

/** Reconciles every listed intent. Most intents are unchanged, which one statement for all of them shows. */
async function alignAll(
  deps: Deps,
  accountId: string,
  listed: readonly ProviderIntent[],
): Promise<ProviderIntent[]> {
  const ids = listed.map(({ attemptId }) => attemptId)
  // The rows are read after the intents, so that rows written in the meantime are included.
  const rows = await withAccount(deps.paymentsDb, accountId, (tx) => findRows(tx, accountId, ids))
  const aligned: ProviderIntent[] = []
  for (const intent of listed) {
    const row = rows.get(intent.attemptId)
    const { do: what } = decide(row, intent, 'comparison')
    const isInLine = what === 'leave' || (what === 'store' && row?.intentId === intent.id)
    aligned.push(isInLine ? intent : await applyAlignment(deps, intent, 'comparison'))
  }
  return aligned
}

/** Moves the watermark and decides, in one transaction on the primary. Returns undefined if the intents must be listed again. */
async function decideConfirms(
  tx: Tx,
  order: PaymentOrder,
  stored: readonly StoredAttempt[],
  listed: readonly Intent[],
  from: number | null,
): Promise<Map<string, ChargeFailure | undefined> | undefined> {
  const { accountId } = order.author
  const ids = stored.map(({ attempt }) => attempt.id)
  const isOn = await isChargingOn(tx)
  const invoices = await judgeInvoices(
    tx,
    order,
    stored.map(({ attempt }) => attempt.invoiceId!),
    { without: ids },
  )
  const rows = await findRows(tx, accountId, [...ids, ...listed.map((one) => one.attemptId)])
  const move = moveWatermark(await readWatermark(tx), from, listed, (id) => rows.get(id))
  if (move.do === 'compareAgain') return undefined
  await tx.run(sql`
    update provider_customer set looked_until = ${move.to === null ? null : new Date(move.to)}
     where account_id = ${accountId}`)
  return new Map(
    stored.map(({ attempt, intent }) => {
      const invoice = invoices.get(attempt.invoiceId!)
      const refusal = confirmRefusal(rows.get(attempt.id), intent, listed, {
        isChargingOn: isOn,
        allowedCents: !invoice || invoice.refusal ? 0 : invoice.balanceDueCents,
      })
      return [attempt.id, refusal && reasonFor(refusal, invoice?.refusal?.message)]
    }),
  )
}

/** Returns why an intent is canceled instead of confirmed, worded for the customer. */
export function reasonFor(
  refusal: NonNullable<ReturnType<typeof confirmRefusal>>,
  rule?: string,
): ChargeFailure {
  if (refusal === 'chargingStopped') return endings.stopped
  if (refusal === 'otherIntent') return endings.otherPayment
  if (refusal === 'notOpen') return endings.abandoned
  return rule === undefined ? endings.balanceChanged : { ...endings.notAllowed, message: rule }
}
