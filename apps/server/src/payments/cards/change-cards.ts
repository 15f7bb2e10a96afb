import { createHash } from 'node:crypto'
import { isExpired } from '@portal/domain/payments/card-expiry'
import { cardName } from '@portal/domain/payments/card-name'
import type { ShownDefaultCard } from '@portal/domain/payments/autopay.schema'
import type { Card } from '@portal/domain/payments/cards.schema'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/database/database.ts'
import { authorOf, recordHistory, systemAuthor } from '../../platform/history/history.ts'
import { readInstanceId } from '../../platform/database/instance.ts'
import { notFound, Refusal } from '../../platform/http/refusal.ts'
import { withScope, type Scope } from '../../platform/database/scope.ts'
import { UnknownCustomer } from '../../providers/cards/card-provider.ts'
import {
  findCard,
  findCustomer,
  listCards,
  lockCards,
  makeDefault,
  putCard,
  removeCustomer,
  removeCardRow,
  saveCustomer,
} from './cards.queries.ts'

/** Runs after another card became the default card, in the same transaction. */
export type AfterCardChange = (
  tx: Tx,
  accountId: string,
  confirmed?: ConfirmedCard,
) => Promise<void>

/** What the user saw, and the default card that was replaced. */
export interface ConfirmedCard {
  scope: Scope
  shown: ShownDefaultCard
  before: Card | undefined
}

export type CardDeps = Deps & { afterCardChange: AfterCardChange }

/**
 * Saves a card with the browser's token. Returns the card, or the secret with which the browser lets the bank authenticate
 * the cardholder first. If there is no default card, this card becomes it, unless AutoPay would do more than was shown.
 * Throws CardDecline with the provider's message.
 */
export async function addCard(
  deps: CardDeps,
  scope: Scope,
  token: string,
  shown?: ShownDefaultCard,
): Promise<Card | { clientSecret: string }> {
  const { customer, result } = await saveAtProvider(deps, scope, token).catch(
    async (error: unknown) => {
      if (!(error instanceof UnknownCustomer) || deps.config.production) throw error
      await forgetCustomer(deps, scope, error.customerId)
      return saveAtProvider(deps, scope, token)
    },
  )
  if ('clientSecret' in result) return result
  const save = (mayBeDefault: boolean) =>
    withScope(deps.paymentsDb, scope, async (tx) => {
      await lockCards(tx, scope.accountId)
      const saved = await putCard(tx, scope.accountId, result.card, mayBeDefault)
      if (saved.card.isDefault && saved.isNew)
        await deps.afterCardChange(
          tx,
          scope.accountId,
          shown && { scope, shown, before: undefined },
        )
      await recordHistory(tx, authorOf(scope), {
        category: 'Card',
        entryType: 'Card Added',
        description: `Added ${cardName(saved.card)}`,
      })
      return saved
    })
  const { card, replaced } = await save(true).catch((error: unknown) => {
    if (error instanceof Refusal) return save(false)
    throw error
  })
  if (replaced) await atProvider(deps, () => deps.cards.removeCard(replaced))
  if (card.isDefault)
    await atProvider(deps, () => deps.cards.setDefaultCard(customer, card.stripeId))
  return card
}

async function saveAtProvider(deps: Deps, scope: Scope, token: string) {
  const customer = await customerOf(deps, scope)
  // A token works once, so the key is derived from it: a repeated call repeats the same save.
  const digest = createHash('sha256').update(`${scope.accountId} ${token}`).digest('hex')
  const result = await deps.cards.saveCard(customer, token, `card:${digest.slice(0, 40)}`)
  return { customer, result }
}

/** Removes a company's customer and cards that were deleted at the provider, as happens when its test data is deleted. */
async function forgetCustomer(deps: CardDeps, scope: Scope, customer: string): Promise<void> {
  const { accountId } = scope
  await withScope(deps.paymentsDb, scope, async (tx) => {
    await lockCards(tx, accountId)
    const cards = await listCards(tx, accountId)
    // If another request has done this first, the cards belong to the new customer.
    if (!(await removeCustomer(tx, accountId, customer))) return
    for (const card of cards) {
      await removeCardRow(tx, accountId, card.id)
      await recordHistory(tx, systemAuthor(accountId, 'Card provider'), {
        category: 'Card',
        entryType: 'Card Removed',
        description: `${cardName(card)} was removed at the card provider`,
      })
    }
  })
}

/** Removes a card and returns the remaining cards. The default card cannot be removed. */
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

/** Makes a card the default card, unless it has expired. */
export async function setDefaultCard(
  deps: CardDeps,
  scope: Scope,
  cardId: string,
  shown: ShownDefaultCard | undefined,
): Promise<Card> {
  const { accountId } = scope
  const { card, customer } = await withScope(deps.paymentsDb, scope, async (tx) => {
    await lockCards(tx, accountId)
    const found = await findCard(tx, accountId, cardId)
    if (!found) throw notFound()
    if (isExpired(found, new Date().toISOString()))
      throw new Refusal(400, 'Error: Unable to set expired card as default payment card')
    const before = (await listCards(tx, accountId)).find(({ isDefault }) => isDefault)
    await makeDefault(tx, accountId, cardId)
    await deps.afterCardChange(tx, accountId, shown && { scope, shown, before })
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
  const instance = await readInstanceId(deps.paymentsDb)
  const created = await deps.cards.findOrCreateCustomer(instance, accountId, companyName)
  await withScope(deps.paymentsDb, scope, (tx) => saveCustomer(tx, accountId, created))
  return created
}

/** The portal's tables decide; the provider's copy is updated as far as possible. */
async function atProvider(deps: Deps, change: () => Promise<void>): Promise<void> {
  try {
    await change()
  } catch (error) {
    deps.log.warn({ err: error }, 'the card provider did not follow a change of cards')
  }
}
