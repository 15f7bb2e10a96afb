import type { Intent } from '@portal/domain/payments/charge-look'

/** A card as the provider keeps it; `id` is what later charges name. */
export interface ProviderCard {
  id: string
  fingerprint: string
  /** Lower case, as the provider spells it: `visa`, `mastercard`, `amex` … */
  brand: string
  last4: string
  expMonth: number
  expYear: number
}

/** The provider's plain no, with words for the customer. Final for the key it answered. */
export class CardDecline extends Error {
  override name = 'CardDecline'

  constructor(
    message: string,
    /** The bank's reason when it gave one (`insufficient_funds`), else the provider's code. */
    readonly code: string,
    /** The intent the decline belongs to. */
    readonly providerId: string | null,
  ) {
    super(message)
  }
}

/** The answer is missing: the provider may or may not have done it. Never try again with a new key. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'
}

/** The provider has no such customer: in test mode everything may have been deleted there. */
export class UnknownCustomer extends Error {
  override name = 'UnknownCustomer'

  constructor(
    readonly customerId: string,
    cause: unknown,
  ) {
    super(`the card provider does not know ${customerId}`, { cause })
  }
}

/** Whose the key is. */
export interface ProviderAccount {
  id: string
  livemode: boolean
}

/** The provider did not do what it was asked, or did not say so (`status` undefined: no answer came). */
export class RequestFailed extends Error {
  override name = 'RequestFailed'

  constructor(
    cause: unknown,
    readonly status: number | undefined,
    /** The provider's error code or type. */
    readonly code: string | undefined,
    /** For the customer. */
    readonly failure: ChargeFailure,
    /** The intent the answer describes, if it does. */
    readonly intent: ProviderIntent | undefined,
  ) {
    super('the card provider refused a request or did not answer', { cause })
  }
}

/** Why a charge failed: the provider's code and words for the customer. */
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

/** An intent that names an attempt of a portal in its metadata. */
export interface ProviderIntent extends Intent {
  instance: string
  accountId: string
  cardId: string | null
  customerId: string | null
  /** Lets a browser answer the bank's question. It is handed to the payer and stored nowhere. */
  clientSecret: string | null
  decline?: ChargeFailure
}

export type SaveCardResult = { card: ProviderCard } | { clientSecret: string }

/** Something that happened at the provider, its signature checked. */
export interface ProviderEvent {
  id: string
  type: string
  /** The provider's time. */
  createdAt: Date
  objectId: string
  /** From the metadata of the event's object: the portal, company and attempt it is about. */
  instance: string | null
  accountId: string | null
  attemptId: string | null
  /** The charge a refund or dispute belongs to. */
  paymentId: string | null
  /** The visitor's purchase a checkout is for. */
  purchaseId: string | null
}

/** A page of the provider's on which one product is paid. */
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
  /** Where the browser comes back to when it has to leave; `{CHECKOUT_SESSION_ID}` in it becomes the id. */
  returnUrl: string
}

export interface OpenedCheckout {
  checkoutId: string
  clientSecret: string
  customerId: string
  expiresAt: Date
}

/** Where a checkout stands, told by its own object. `paid` only when the money has been taken. */
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
  /** When the provider took the refund. */
  at: Date
}

export interface ProviderDispute {
  id: string
  amountCents: number
  /** A dispute that was lost can still be won. */
  state: 'open' | 'won' | 'lost'
}

/** Refunds and disputes of an intent as they are now, oldest first. Amounts in cents. */
export interface MoneyBack {
  /** Whose charge it is; null when the portal did not make it. */
  accountId: string | null
  attemptId: string | null
  refunds: ProviderRefund[]
  disputes: ProviderDispute[]
  /** The provider's time of the answer. */
  seenAt: Date
}

/** The card provider as the portal needs it. Amounts in cents of USD. */
export interface CardProvider {
  account(): Promise<ProviderAccount>
  /** The customer of a company: found by its technical address, or made under a key of its own. */
  findOrCreateCustomer(instance: string, accountId: string, companyName: string): Promise<string>
  /** Saves a token or payment method for later charges. Throws CardDecline or UnknownCustomer. */
  saveCard(customerId: string, token: string, idempotencyKey: string): Promise<SaveCardResult>
  removeCard(cardId: string): Promise<void>
  setDefaultCard(customerId: string, cardId: string): Promise<void>
  /** Creates an intent unconfirmed, under the attempt's key: no money can move. Throws RequestFailed. */
  createIntent(request: IntentRequest): Promise<ProviderIntent>
  /** Lets the money move, under the attempt's key. `onSession`: the payer is there to answer the bank. Throws RequestFailed. */
  confirmIntent(intentId: string, attemptId: string, onSession: boolean): Promise<ProviderIntent>
  /** Cancels under a new key. Refused when the money has moved or may be moving. Throws RequestFailed. */
  cancelIntent(intentId: string): Promise<ProviderIntent>
  /** Undefined when the provider has no such intent. Throws RequestFailed. */
  findIntent(intentId: string): Promise<ProviderIntent | undefined>
  /**
   * The intents of portals created at `since` (milliseconds; null: all) or later, newest first, to the last page: of a
   * customer, or of the whole account. From the list, which is complete; the search lags behind. Throws RequestFailed.
   */
  listIntents(wanted: { customerId?: string; since: number | null }): AsyncIterable<ProviderIntent>
  /** Refunds and disputes of an intent. Throws for an unknown one. */
  findMoneyBack(paymentId: string): Promise<MoneyBack>
  /** The ids of the intents with a refund or dispute created at an instant or later; one may come twice. */
  listMoneyBack(since: Date): AsyncIterable<string>
  /** A card as it is now; nothing once it belongs to no customer any more. */
  findCard(cardId: string): Promise<ProviderCard | undefined>
  /** Opens a page for one purchase. Throws CardDecline for an address it does not take, or OutcomeUnknown. */
  createCheckout(wanted: CheckoutWanted): Promise<OpenedCheckout>
  /** Nothing when the provider knows no such checkout. */
  findCheckout(checkoutId: string): Promise<ProviderCheckout | undefined>
  /**
   * Reads a webhook's raw body. Throws when the signature is not the provider's, or more than 300 s from this
   * machine's clock.
   */
  readEvent(rawBody: Buffer, signature: string): ProviderEvent
  /** All events of up to 20 types that the provider keeps since an instant (30 days at most), oldest first. */
  listEvents(types: readonly string[], since: Date): Promise<ProviderEvent[]>
  /** What an error of this port says: the provider knows no such object, or gave no usable answer. */
  failureOf(error: unknown): 'unknownObject' | 'noAnswer' | undefined
}
