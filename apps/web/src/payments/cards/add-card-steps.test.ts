import { expect, test } from 'vitest'
import { CallFailed } from '../../api/call-failed.ts'
import { addCardFailure, entryProblem, ProviderRefusal } from './add-card-steps.ts'

test("a declined card has the provider's message, every other failure the screen's", () => {
  const declined = 'Your card has insufficient funds.'
  expect(addCardFailure(new CallFailed(402, 'Declined.', undefined, declined))).toBe(declined)
  const fallback = 'Failed to add card. Please try again.'
  for (const error of [
    new CallFailed(402, ''),
    new CallFailed(500, 'Internal Server Error'),
    new CallFailed(400, 'querystring/stripeToken must match pattern'),
    new TypeError('Failed to fetch'),
  ])
    expect(addCardFailure(error)).toBe(fallback)
  expect(addCardFailure(null)).toBeUndefined()
})

test('an error of the entry is shown at the field, and only there', () => {
  const refusal = (type: 'card_error' | 'validation_error') =>
    new ProviderRefusal('token', { type, message: 'Your card number is incomplete.' })
  expect(addCardFailure(refusal('validation_error'))).toBeUndefined()
  expect(entryProblem(refusal('validation_error'))).toBe('Your card number is incomplete.')
  expect(addCardFailure(refusal('card_error'))).toBe('Your card number is incomplete.')
  expect(entryProblem(refusal('card_error'))).toBeUndefined()
})
