// Finds the objects that a call names, or refuses with the provider's messages.
import type { Account } from './account.ts'
import { newId } from './ids.ts'
import type { CardDetails, PaymentMethodRecord } from './state/records.ts'
import { findAlias } from './test-cards.ts'
import { missing, refused } from './wire/api-error.ts'

export function findCustomer(account: Account, id: string, param = 'id') {
  const customer = account.customers.get(id)
  if (!customer) throw missing('customer', id, param, param === 'id' ? 404 : 400)
  return customer
}

export function findPaymentIntent(account: Account, id: string) {
  const intent = account.paymentIntents.get(id)
  if (!intent) throw missing('payment_intent', id, 'intent')
  return intent
}

export function findSetupIntent(account: Account, id: string) {
  const intent = account.setupIntents.get(id)
  if (!intent) throw missing('setupintent', id, 'intent')
  return intent
}

/** Finds a payment method by its id; `pm_card_visa` and similar ids create a new one of that test card. */
export function findPaymentMethod(account: Account, id: string, param = 'payment_method') {
  const found = account.paymentMethods.get(id)
  if (found) return found
  const alias = id.startsWith('pm_card_') ? findAlias(id.slice('pm_card_'.length)) : undefined
  if (!alias) throw missing('PaymentMethod', id, param)
  return account.paymentMethods.put(newPaymentMethod(account, testCardDetails(alias.number)))
}

export function newPaymentMethod(account: Account, card: CardDetails): PaymentMethodRecord {
  return {
    id: newId('pm_1'),
    created: account.now(),
    card,
    customer: null,
    isSetUp: false,
    isSpent: false,
    email: null,
    phone: null,
    address: null,
    metadata: {},
  }
}

/** Returns the card of a token, which can be used once; `tok_visa` and similar tokens can be used repeatedly. */
export function useToken(account: Account, id: string): CardDetails {
  const token = account.tokens.get(id)
  if (!token) {
    const alias = id.startsWith('tok_') ? findAlias(id.slice('tok_'.length)) : undefined
    if (!alias) throw missing('token', id, 'card[token]', 400)
    return testCardDetails(alias.number)
  }
  if (token.isUsed)
    throw refused(`You cannot use a Stripe token more than once: ${id}.`, {
      code: 'token_already_used',
    })
  account.tokens.put({ ...token, isUsed: true })
  return token.card
}

function testCardDetails(number: string): CardDetails {
  return { number, expMonth: 12, expYear: 2034, name: null, postalCode: null, hasCvc: true }
}
