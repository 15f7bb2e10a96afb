import { createHash } from 'node:crypto'
import { isExpired } from '@portal/domain/payments/card-expiry'
import { cardName } from '@portal/domain/payments/card-name'
import type { Card } from '@portal/domain/payments/cards.schema'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/database.ts'
import { authorOf, recordHistory } from '../../platform/history.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { withScope, type Scope } from '../../platform/scope.ts'
import {
  findCard,
  findCustomer,
  listCards,
  lockCards,
  makeDefault,
  putCard,
  removeCardRow,
  saveCustomer,
} from './cards.queries.ts'

/** What follows from a change of cards, in its transaction. */
export type AfterCardChange = (tx: Tx, accountId: string) => Promise<void>

export type CardDeps = Deps & { afterCardChange: AfterCardChange }

/**
 * Saves a card by the browser's token. Answers the card, or the secret with which the browser lets the
 * bank authenticate its holder first. Throws CardDecline in the provider's words.
 */
export async function addCard(
  deps: CardDeps,
  scope: Scope,
  token: string,
): Promise<Card | { clientSecret: string }> {
  const customer = await customerOf(deps, scope)
  // A token works once, so a repeated call with it must be a repetition of the same save.
  const key = `card:${createHash('sha256').update(`${customer} ${token}`).digest('hex').slice(0, 40)}`
  const result = await deps.cards.saveCard(customer, token, key)
  if ('clientSecret' in result) return result
  const { card, replaced } = await withScope(deps.paymentsDb, scope, async (tx) => {
    await lockCards(tx, scope.accountId)
    const saved = await putCard(tx, scope.accountId, result.card)
    await deps.afterCardChange(tx, scope.accountId)
    await recordHistory(tx, authorOf(scope), {
      category: 'Card',
      entryType: 'Card Added',
      description: `Added ${cardName(saved.card)}`,
    })
    return saved
  })
  if (replaced) await atProvider(deps, () => deps.cards.removeCard(replaced))
  if (card.isDefault)
    await atProvider(deps, () => deps.cards.setDefaultCard(customer, card.stripeId))
  return card
}

/** Takes a card off file and answers the cards that are left. The default card stays. */
export async function removeCard(deps: Deps, scope: Scope, cardId: string): Promise<Card[]> {
  const { accountId } = scope
  const { removed, left } = await withScope(deps.paymentsDb, scope, async (tx) => {
    await lockCards(tx, accountId)
    const card = await findCard(tx, accountId, cardId)
    if (!card) throw notFound()
    if (card.isDefault) throw new Refusal(409, 'The default card cannot be removed.')
    await removeCardRow(tx, accountId, cardId)
    await recordHistory(tx, authorOf(scope), {
      category: 'Card',
      entryType: 'Card Removed',
      description: `Removed ${cardName(card)}`,
    })
    return { removed: card, left: await listCards(tx, accountId) }
  })
  await atProvider(deps, () => deps.cards.removeCard(removed.stripeId))
  return left
}

/** Makes a card the one that payments use, unless it has expired. */
export async function setDefaultCard(deps: CardDeps, scope: Scope, cardId: string): Promise<Card> {
  const { accountId } = scope
  const { card, customer } = await withScope(deps.paymentsDb, scope, async (tx) => {
    await lockCards(tx, accountId)
    const found = await findCard(tx, accountId, cardId)
    if (!found) throw notFound()
    if (isExpired(found, new Date().toISOString()))
      throw new Refusal(400, 'Error: Unable to set expired card as default payment card')
    await makeDefault(tx, accountId, cardId)
    await deps.afterCardChange(tx, accountId)
    await recordHistory(tx, authorOf(scope), {
      category: 'Card',
      entryType: 'Default Card',
      description: `Made ${cardName(found)} the default card`,
    })
    return { card: { ...found, isDefault: true }, customer: await findCustomer(tx, accountId) }
  })
  if (customer) await atProvider(deps, () => deps.cards.setDefaultCard(customer, card.stripeId))
  return card
}

async function customerOf(deps: Deps, scope: Scope): Promise<string> {
  const { accountId, companyName } = scope
  const known = await withScope(deps.paymentsDb, scope, (tx) => findCustomer(tx, accountId))
  if (known) return known
  const created = await deps.cards.createCustomer(accountId, companyName)
  await withScope(deps.paymentsDb, scope, (tx) => saveCustomer(tx, accountId, created))
  return created
}

/** What the portal's own tables say is what counts; the provider's copy follows as well as it can. */
async function atProvider(deps: Deps, change: () => Promise<void>): Promise<void> {
  try {
    await change()
  } catch (error) {
    deps.log.warn({ err: error }, 'the card provider did not follow a change of cards')
  }
}
