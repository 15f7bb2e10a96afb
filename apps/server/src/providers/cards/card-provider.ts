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

export interface ChargeRequest {
  /** Id of the attempt; the idempotency key is made of it. */
  attemptId: string
  accountId: string
  invoiceId: string
  invoiceNumber: string
  customerId: string
  cardId: string
  amountCents: number
  /** The payer is at the screen, so that the card's bank may ask for him or her. */
  onSession: boolean
}

/** Where a charge stands at the provider, told by its own object. */
export type ChargeState =
  | { state: 'succeeded'; providerId: string }
  /** `canGoOn`: whoever holds the charge's secret may still pay it, until it is cancelled. */
  | { state: 'failed'; providerId: string; code: string; message: string; canGoOn: boolean }
  /** The card's bank asks for its holder; a browser shows its question with the secret. */
  | { state: 'requires_action'; providerId: string; clientSecret: string }
  | { state: 'open'; providerId: string }

export interface SoughtCharge {
  attemptId: string
  /** Known once an answer or an event has named it. */
  providerId: string | null
  customerId: string
  /** Nothing older than the attempt is looked through. */
  createdAt: Date
}

export type SaveCardResult = { card: ProviderCard } | { clientSecret: string }

/** Something that happened at the provider, its signature checked. */
export interface ProviderEvent {
  id: string
  type: string
  /** The provider's time. */
  createdAt: Date
  objectId: string
  /** Whose charge it is about, when it is about one of ours. */
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
  createCustomer(accountId: string, companyName: string): Promise<string>
  /** Saves a token or payment method for later charges. Throws CardDecline. */
  saveCard(customerId: string, token: string, idempotencyKey: string): Promise<SaveCardResult>
  removeCard(cardId: string): Promise<void>
  setDefaultCard(customerId: string, cardId: string): Promise<void>
  /** Charges under the attempt's own key. Throws CardDecline or OutcomeUnknown. */
  charge(request: ChargeRequest): Promise<ChargeState>
  /**
   * Ends a charge that nobody has paid, for good. Answers how it ended: it may have been paid a moment before.
   * Throws OutcomeUnknown.
   */
  cancelCharge(providerId: string): Promise<ChargeState>
  /** The charge of an attempt, found by its metadata or its id; nothing when the provider has none. */
  findCharge(attempt: SoughtCharge): Promise<ChargeState | undefined>
  /** Refunds and disputes of an intent. Throws for an unknown one. */
  findMoneyBack(paymentId: string): Promise<MoneyBack>
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
