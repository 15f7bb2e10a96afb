import type { Intent } from '@portal/domain/payments/charge-comparison'

/** A card as the provider stores it; later charges name its `id`. */
export interface ProviderCard {
  id: string
  fingerprint: string
  /** In lower case, as the provider spells it: `visa`, `mastercard`, `amex` … */
  brand: string
  last4: string
  expMonth: number
  expYear: number
}

/** A definite decline by the provider, worded for the customer. It is final for its idempotency key. */
export class CardDecline extends Error {
  override name = 'CardDecline'

  constructor(
    message: string,
    /** The bank's reason if there is one (`insufficient_funds`), else the provider's code. */
    readonly code: string,
    /** The id of the declined intent. */
    readonly providerId: string | null,
  ) {
    super(message)
  }
}

/** The response is missing: the provider may or may not have acted. Such a request must never be retried with a new key. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'
}

/** The provider has no such customer. In test mode, all data may have been deleted there. */
export class UnknownCustomer extends Error {
  override name = 'UnknownCustomer'

  constructor(
    readonly customerId: string,
    cause: unknown,
  ) {
    super(`the card provider does not know ${customerId}`, { cause })
  }
}

/** The account that the key belongs to. */
export interface ProviderAccount {
  id: string
  livemode: boolean
}

/** The provider refused the request or did not respond (`status` undefined). */
export class RequestFailed extends Error {
  override name = 'RequestFailed'

  constructor(
    cause: unknown,
    readonly status: number | undefined,
    /** The provider's error code or type. */
    readonly code: string | undefined,
    /** The message for the customer. */
    readonly failure: ChargeFailure,
    /** The intent in the response, if any. */
    readonly intent: ProviderIntent | undefined,
  ) {
    super('the card provider refused a request or did not respond', { cause })
  }
}

/** Why a charge failed: the provider's code and a message for the customer. */
export interface ChargeFailure {
  code: string
  message: string
}

export interface IntentRequest {
  instance: string
  accountId: string
  invoiceNumber: string
  attemptId: string
  customerId: string
  cardId: string
  amountCents: number
}

/** An intent whose metadata names an attempt of a portal. */
export interface ProviderIntent extends Intent {
  instance: string
  accountId: string
  cardId: string | null
  customerId: string | null
  /** The secret with which a browser shows the bank's question. It is sent to the payer and stored nowhere. */
  clientSecret: string | null
  decline?: ChargeFailure
}

export type SaveCardResult = { card: ProviderCard } | { clientSecret: string }

/** An event at the provider, with verified signature. */
export interface ProviderEvent {
  id: string
  type: string
  /** The provider's time. */
  createdAt: Date
  objectId: string
  /** From the metadata of the event's object: the portal, company and attempt to which it belongs. */
  instance: string | null
  accountId: string | null
  attemptId: string | null
  /** The charge of a refund or dispute. */
  paymentId: string | null
  /** The visitor's purchase of a checkout. */
  purchaseId: string | null
}

/** A request for a page of the provider on which one product is paid. */
export interface CheckoutWanted {
  purchaseId: string
  productName: string
  amountCents: number
  currency: string
  buyer: {
    name: string
    line1: string
    line2: string | null
    city: string
    state: string
    postalCode: string
    country: string
  }
  /** The address to which the browser returns; `{CHECKOUT_SESSION_ID}` in it is replaced by the id. */
  returnUrl: string
}

export interface OpenedCheckout {
  checkoutId: string
  clientSecret: string
  customerId: string
  expiresAt: Date
}

/** The state of a checkout, from its own object. It is `paid` only after the money was captured. */
export interface ProviderCheckout {
  checkoutId: string
  purchaseId: string | null
  status: 'open' | 'paid' | 'expired'
  email: string | null
  paymentId: string | null
  amountCents: number | null
  currency: string | null
}

export interface ProviderRefund {
  id: string
  amountCents: number
  /** A refund that succeeded can still fail days later. */
  state: 'pending' | 'succeeded' | 'failed'
  /** When the provider accepted the refund. */
  at: Date
}

export interface ProviderDispute {
  id: string
  amountCents: number
  /** A lost dispute can still be won. */
  state: 'open' | 'won' | 'lost'
}

/** The present refunds and disputes of an intent, oldest first. Amounts in cents. */
export interface MoneyBack {
  /** The company that was charged; null if the charge is not the portal's. */
  accountId: string | null
  attemptId: string | null
  refunds: ProviderRefund[]
  disputes: ProviderDispute[]
  /** The provider's time of the response. */
  seenAt: Date
}

/** The card provider as the portal needs it. Amounts in cents of USD. */
export interface CardProvider {
  account(): Promise<ProviderAccount>
  /** Returns the customer of a company. The customer is found by its technical address, or created under its own key. */
  findOrCreateCustomer(instance: string, accountId: string, companyName: string): Promise<string>
  /** Saves a token or payment method for later charges. Throws CardDecline or UnknownCustomer. */
  saveCard(customerId: string, token: string, idempotencyKey: string): Promise<SaveCardResult>
  removeCard(cardId: string): Promise<void>
  setDefaultCard(customerId: string, cardId: string): Promise<void>
  /** Creates an unconfirmed intent under the attempt's key; no money can move yet. Throws RequestFailed. */
  createIntent(request: IntentRequest): Promise<ProviderIntent>
  /**
   * Confirms the intent under the attempt's key, so that money moves. `onSession` means that the payer is present for the
   * bank's question. Throws RequestFailed.
   */
  confirmIntent(intentId: string, attemptId: string, onSession: boolean): Promise<ProviderIntent>
  /** Cancels under a new key. The provider refuses if the money has moved or may be moving. Throws RequestFailed. */
  cancelIntent(intentId: string): Promise<ProviderIntent>
  /** Returns undefined if the provider has no such intent. Throws RequestFailed. */
  findIntent(intentId: string): Promise<ProviderIntent | undefined>
  /**
   * Returns all intents of portals created at `since` (milliseconds; null: all) or later, newest first, of a customer or
   * of the whole account. Reads the list, because it is complete; the provider's search lags behind. Throws RequestFailed.
   */
  listIntents(wanted: { customerId?: string; since: number | null }): AsyncIterable<ProviderIntent>
  /** Returns refunds and disputes of an intent. Throws if the intent is unknown. */
  findMoneyBack(paymentId: string): Promise<MoneyBack>
  /** Returns the ids of intents with a refund or dispute created at an instant or later. An id may be returned twice. */
  listMoneyBack(since: Date): AsyncIterable<string>
  /** Returns the present state of a card; undefined if it no longer belongs to a customer. */
  findCard(cardId: string): Promise<ProviderCard | undefined>
  /** Opens a page for one purchase. Throws CardDecline for an invalid address, or OutcomeUnknown. */
  createCheckout(wanted: CheckoutWanted): Promise<OpenedCheckout>
  /** Returns undefined if the provider has no such checkout. */
  findCheckout(checkoutId: string): Promise<ProviderCheckout | undefined>
  /**
   * Reads a webhook's raw body. Throws if the signature is not the provider's, or if its time differs by more than 300 s
   * from this machine's clock.
   */
  readEvent(rawBody: Buffer, signature: string): ProviderEvent
  /** Returns all events of up to 20 types since an instant (30 days at most), oldest first. */
  listEvents(types: readonly string[], since: Date): Promise<ProviderEvent[]>
  /** Classifies an error of this port: the provider does not know the object, or there was no usable response. */
  failureOf(error: unknown): 'unknownObject' | 'noAnswer' | undefined
}
