import sql from 'sql-template-tag'
import { cardName } from '@portal/domain/payments/card-name'
import type { Deps } from '../../deps.ts'
import { queryOne, withAccount } from '../../platform/database.ts'
import { recordHistory, systemAuthor } from '../../platform/history.ts'
import type { ProviderEvent } from '../../providers/cards/card-provider.ts'
import { lockCards } from './cards.queries.ts'
import { store, storeEvent } from '../events/provider-events.queries.ts'

export const cardEvents = new Set([
  'payment_method.automatically_updated',
  'payment_method.updated',
  'payment_method.detached',
])

/** Applies a card's renewal by its bank, or its removal at the provider. */
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
    const card = await tx.one<{ brand: string; last4Digits: string; changed: boolean }>(sql`
      select brand, last4 as "last4Digits",
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
  })
}
