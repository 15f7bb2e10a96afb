import sql from 'sql-template-tag'
import { cardName } from '@portal/domain/payments/card-name'
import type { Deps } from '../../deps.ts'
import { queryOne, withAccount, type Tx } from '../../platform/database/database.ts'
import { recordHistory, systemAuthor } from '../../platform/history/history.ts'
import { queueMail } from '../../platform/mail/mail-queue.ts'
import type { ProviderEvent } from '../../providers/cards/card-provider.ts'
import { receiptRecipients } from '../receipts/receipt.ts'
import { lockCards } from './cards.queries.ts'
import { store, storeEvent } from '../events/provider-events.queries.ts'

interface ChangedCard {
  id: string
  brand: string
  last4Digits: string
  /** AutoPay charges this card. */
  isOfAutoPay: boolean
  changed: boolean
}

export const cardEvents = new Set([
  'payment_method.automatically_updated',
  'payment_method.updated',
  'payment_method.detached',
])

/** Applies an event about a card: its bank renewed it, or it was removed at the provider. */
export async function takeCardChange(deps: Deps, event: ProviderEvent): Promise<void> {
  const cardId = event.objectId
  const owner = await queryOne<{ accountId: string | null }>(
    deps.paymentsDb,
    sql`select company_of_card(${cardId}) as "accountId"`,
  )
  const accountId = owner?.accountId
  if (!accountId) return void (await store(deps, event, 'not ours'))
  // No connection is held while the provider is queried.
  const now = await deps.cards.findCard(cardId)
  await withAccount(deps.paymentsDb, accountId, async (tx) => {
    await lockCards(tx, accountId)
    if (!(await storeEvent(tx, event, now ? 'updated' : 'removed'))) return
    const card = await tx.one<ChangedCard>(sql`
      select id, brand, last4 as "last4Digits",
             is_default and exists (select from autopay_enrolment e
                                     where e.account_id = ${accountId} and e.ended_at is null) as "isOfAutoPay",
             (exp_month, exp_year) is distinct from (${now?.expMonth ?? null}::int, ${now?.expYear ?? null}::int) as changed
        from card where account_id = ${accountId} and provider_card_id = ${cardId} and removed_at is null`)
    if (!card || (now && !card.changed)) return
    await tx.run(
      now
        ? sql`update card set exp_month = ${now.expMonth}, exp_year = ${now.expYear}, last4 = ${now.last4},
                              stopped_code = null
               where account_id = ${accountId} and provider_card_id = ${cardId}`
        : sql`update card set removed_at = now(), is_default = false
               where account_id = ${accountId} and provider_card_id = ${cardId}`,
    )
    await recordHistory(tx, systemAuthor(accountId, 'Card provider'), {
      category: 'Card',
      entryType: now ? 'Card Renewed' : 'Card Removed',
      description: now
        ? `${cardName(card)} was renewed by its bank`
        : `${cardName(card)} was removed at the card provider`,
    })
    if (!now && card.isOfAutoPay) await tellAutoPayStopped(tx, accountId, card)
  })
}

async function tellAutoPayStopped(tx: Tx, accountId: string, card: ChangedCard): Promise<void> {
  const heading = 'AutoPay has no card'
  await queueMail(tx, {
    accountId,
    about: `card removed ${card.id}`,
    kind: 'cards',
    recipients: await receiptRecipients(tx, accountId, null),
    subject: `${heading}: ${cardName(card)} was removed`,
    heading,
    preview: 'Please choose another default card.',
    facts: [['Removed card', cardName(card)]],
    button: { label: 'Cards on file', path: '/payments' },
    notes: [
      'The card was removed at the card provider and cannot be charged any more.',
      'AutoPay charges nothing until you choose another default card. Please pay invoices that are due until then yourself.',
    ],
  })
}
