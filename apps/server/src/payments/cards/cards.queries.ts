import sql from 'sql-template-tag'
import type { Card } from '@portal/domain/payments/cards.schema'
import type { Tx } from '../../platform/database/database.ts'
import { takeTurn } from '../../platform/database/take-turn.ts'
import type { ProviderCard } from '../../providers/cards/card-provider.ts'

/** Returns the cards on file, the default card first, then newest first. */
export function listCards(tx: Tx, accountId: string): Promise<Card[]> {
  return tx.query<Card>(sql`
    select ${cardColumns} from card
     where account_id = ${accountId} and removed_at is null
     order by is_default desc, created_at desc`)
}

const cardColumns = sql`
  id, provider_card_id as "stripeId", brand, last4 as "last4Digits",
  exp_month as "expirationMonth", exp_year as "expirationYear", is_default as "isDefault"`

export function findCard(tx: Tx, accountId: string, cardId: string): Promise<Card | undefined> {
  return tx.one<Card>(sql`
    select ${cardColumns} from card
     where account_id = ${accountId} and id = ${cardId} and removed_at is null`)
}

export function findDefaultCard(tx: Tx, accountId: string): Promise<Card | undefined> {
  return tx.one<Card>(sql`
    select ${cardColumns} from card where account_id = ${accountId} and is_default`)
}

/** Serializes changes to a company's cards, so that only one default card is chosen. */
export const lockCards = (tx: Tx, accountId: string) => takeTurn(tx, 'cards', accountId)

/**
 * Stores a card. A card with a known fingerprint updates the stored card. If there is no default card, a new card becomes
 * the default card if it may. `replaced` is the provider's older object of the same card.
 */
export async function putCard(
  tx: Tx,
  accountId: string,
  card: ProviderCard,
  mayBeDefault: boolean,
): Promise<{ card: Card; isNew: boolean; replaced: string | undefined }> {
  const older = await tx.one<{ id: string; providerCardId: string }>(sql`
    select id, provider_card_id as "providerCardId" from card
     where account_id = ${accountId} and fingerprint = ${card.fingerprint} and removed_at is null`)
  const saved = older
    ? await tx.one<Card>(sql`
        update card set provider_card_id = ${card.id}, exp_month = ${card.expMonth}, exp_year = ${card.expYear},
               stopped_code = null
         where account_id = ${accountId} and id = ${older.id} returning ${cardColumns}`)
    : await tx.one<Card>(sql`
        insert into card (account_id, provider_card_id, fingerprint, brand, last4, exp_month, exp_year, is_default)
        values (${accountId}, ${card.id}, ${card.fingerprint}, ${card.brand}, ${card.last4}, ${card.expMonth},
                ${card.expYear}, ${mayBeDefault} and not exists (select from card where account_id = ${accountId} and is_default))
     returning ${cardColumns}`)
  if (!saved) throw new Error('the card was not saved')
  const replaced = older && older.providerCardId !== card.id ? older.providerCardId : undefined
  return { card: saved, isNew: !older, replaced }
}

export async function removeCardRow(tx: Tx, accountId: string, cardId: string): Promise<void> {
  await tx.run(sql`
    update card set removed_at = now(), is_default = false where account_id = ${accountId} and id = ${cardId}`)
}

export async function makeDefault(tx: Tx, accountId: string, cardId: string): Promise<void> {
  await tx.run(
    sql`update card set is_default = false where account_id = ${accountId} and is_default`,
  )
  await tx.run(
    sql`update card set is_default = true where account_id = ${accountId} and id = ${cardId}`,
  )
}

/** Returns the company's customer at the provider, if it has one. */
export async function findCustomer(tx: Tx, accountId: string): Promise<string | undefined> {
  const row = await tx.one<{ customerId: string }>(sql`
    select customer_id as "customerId" from provider_customer where account_id = ${accountId}`)
  return row?.customerId
}

export async function saveCustomer(tx: Tx, accountId: string, customerId: string): Promise<void> {
  await tx.run(sql`
    insert into provider_customer (account_id, customer_id) values (${accountId}, ${customerId})
        -- A conflict on either key: another first card may be saved at the same time.
        on conflict do nothing`)
}

/** Returns whether the customer belonged to the company. */
export async function removeCustomer(
  tx: Tx,
  accountId: string,
  customerId: string,
): Promise<boolean> {
  const removed = await tx.run(sql`
    delete from provider_customer where account_id = ${accountId} and customer_id = ${customerId}`)
  return removed > 0
}
