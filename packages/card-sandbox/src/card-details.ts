import { passesLuhn } from './brands.ts'
import { cardError } from './wire/api-error.ts'
import type { Params } from './wire/params.ts'
import { findTestCard } from './test-cards.ts'
import type { CardDetails } from './state/records.ts'

/** Reads a typed card; throws with the provider's messages. */
export function readCard(params: Params, now: Date): CardDetails {
  const number = (params.text('number') ?? '').replaceAll(/\s/g, '')
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number))
    throw wrong('incorrect_number', 'number', 'Your card number is incorrect.')
  const expMonth = params.requiredInteger('exp_month')
  const shortYear = params.requiredInteger('exp_year')
  const expYear = shortYear < 100 ? 2000 + shortYear : shortYear
  refuseExpiry(expMonth, expYear, now)
  const cvc = params.text('cvc')
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc))
    throw wrong('invalid_cvc', 'cvc', "Your card's security code is invalid.")
  // All data is stored in a plain file, so the number of a real card must be refused.
  if (!findTestCard(number))
    throw cardError({
      code: 'card_declined',
      declineCode: 'test_mode_live_card',
      message:
        'Your card was declined. Your request was in test mode, but used a non test card. ' +
        'For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    })
  return {
    number,
    expMonth,
    expYear,
    name: params.text('name') || null,
    postalCode: params.text('address_zip') || null,
    hasCvc: cvc !== undefined,
  }
}

function refuseExpiry(month: number, year: number, now: Date) {
  if (month < 1 || month > 12) throw wrongMonth()
  if (year < now.getUTCFullYear() || year >= 2100)
    throw wrong('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.")
  if (hasExpired({ expMonth: month, expYear: year }, now)) throw wrongMonth()
}

/** A card is valid until the end of its printed month. */
export function hasExpired(card: Pick<CardDetails, 'expMonth' | 'expYear'>, now: Date) {
  return now.getTime() >= Date.UTC(card.expYear, card.expMonth, 1)
}

function wrongMonth() {
  return wrong('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.")
}

const wrong = (code: string, param: string, message: string) => cardError({ code, message, param })
