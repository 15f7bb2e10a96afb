import { createHash } from 'node:crypto'
import type { RefundStatus } from './state/records.ts'
import type { Decline } from './wire/api-error.ts'

/** The behavior of a test card, by its number. */
export type TestCard = {
  number: string
  /** The names in `pm_card_…` and `tok_…`. */
  aliases?: string[]
  decline?: Decline
  /** With `charge` the card can be saved; with `save` it is already declined then. */
  declinesAt?: 'save' | 'charge'
  /**
   * 3-D Secure is required for every payment; or until it was passed once when saving; or for every payment on session,
   * and off session until it was passed once.
   */
  authentication?: 'always' | 'until_set_up' | 'with_holder'
  isDisputed?: true
  /** The first status of a refund, and the later one. */
  refund?: { first: RefundStatus; later: RefundStatus }
}

const declined = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
})
export const genericDecline = declined('generic_decline')
const insufficientFunds = declined('insufficient_funds', 'Your card has insufficient funds.')

export const expiredCard: Decline = { code: 'expired_card', message: 'Your card has expired.' }
export const authenticationRequired: Decline = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

const refusesSaving = (number: string, decline: Decline, ...names: string[]): TestCard => ({
  number,
  decline,
  declinesAt: 'save',
  aliases: names.flatMap((name) => [name, `visa_${name}`]),
})

const cards: TestCard[] = [
  { number: '4242424242424242', aliases: ['visa', 'us'] },
  { number: '4000056655665556', aliases: ['visa_debit'] },
  { number: '4012888888881881' },
  { number: '5555555555554444', aliases: ['mastercard'] },
  { number: '5200828282828210', aliases: ['mastercard_debit'] },
  { number: '5105105105105100', aliases: ['mastercard_prepaid'] },
  { number: '378282246310005', aliases: ['amex'] },
  { number: '371449635398431' },
  { number: '6011111111111117', aliases: ['discover'] },
  { number: '6011000990139424' },
  { number: '3566002020360505', aliases: ['jcb'] },
  { number: '3056930009020004', aliases: ['diners'] },
  { number: '36227206271667' },
  { number: '6200000000000005', aliases: ['unionpay'] },
  refusesSaving('4000000000000002', genericDecline, 'chargeDeclined'),
  refusesSaving('4000000000009995', insufficientFunds, 'chargeDeclinedInsufficientFunds'),
  refusesSaving('4000000000009987', declined('lost_card'), 'chargeDeclinedLostCard'),
  refusesSaving('4000000000009979', declined('stolen_card'), 'chargeDeclinedStolenCard'),
  refusesSaving('4000000000000069', expiredCard, 'chargeDeclinedExpiredCard'),
  refusesSaving(
    '4000000000000127',
    {
      code: 'incorrect_cvc',
      message: "Your card's security code is incorrect.",
      param: 'cvc',
    },
    'chargeDeclinedIncorrectCvc',
  ),
  refusesSaving(
    '4000000000000119',
    {
      code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
    'chargeDeclinedProcessingError',
  ),
  {
    number: '4000000000000341',
    aliases: ['chargeCustomerFail'],
    decline: genericDecline,
    declinesAt: 'charge',
  },
  {
    number: '4000002500003155',
    aliases: ['authenticationRequiredOnSetup'],
    authentication: 'until_set_up',
  },
  {
    number: '4000002760003184',
    aliases: ['authenticationRequired', 'threeDSecure2Required'],
    authentication: 'always',
  },
  { number: '4000003800000446', authentication: 'with_holder' },
  {
    number: '4000008260003178',
    aliases: ['authenticationRequiredChargeDeclinedInsufficientFunds'],
    authentication: 'with_holder',
    decline: insufficientFunds,
    declinesAt: 'charge',
  },
  { number: '4000000000000259', aliases: ['createDispute'], isDisputed: true },
  {
    number: '4000000000007726',
    aliases: ['pendingRefund'],
    refund: { first: 'pending', later: 'succeeded' },
  },
  {
    number: '4000000000005126',
    aliases: ['refundFail'],
    refund: { first: 'succeeded', later: 'failed' },
  },
]

const byNumber = new Map(cards.map((card) => [card.number, card]))
const byAlias = new Map(cards.flatMap((card) => (card.aliases ?? []).map((name) => [name, card])))

export const testCardNumbers = cards.map(({ number }) => number)
export const findTestCard = (number: string) => byNumber.get(number)
export const findAlias = (name: string) => byAlias.get(name)

/** Returns the same value for the same card; the number cannot be derived from it. */
export function fingerprint(number: string) {
  return createHash('sha256').update(`card ${number}`).digest('hex').slice(0, 16)
}
