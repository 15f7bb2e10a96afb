import { expect, test } from 'vitest'
import { charge, customerWithCard, errorOf, idOf, useCards } from '../test/cards.ts'

const cards = useCards()
const paying = async (more: object) =>
  charge(cards.stripe, await customerWithCard(cards.stripe), more)

test('the suffix follows the prefix of the account on the card statement', async () => {
  const paid = await paying({ statement_descriptor_suffix: 'Inv 100-12345' })
  expect(paid.statement_descriptor_suffix).toBe('Inv 100-12345')
  const { card_payments } = (await cards.stripe.accounts.retrieve(null)).settings!
  expect(card_payments.statement_descriptor_prefix).toBe('SANDBOX')
  const made = await cards.stripe.charges.retrieve(idOf(paid.latest_charge))
  expect(made).toMatchObject({
    statement_descriptor_suffix: 'Inv 100-12345',
    calculated_statement_descriptor: 'SANDBOX* INV 100-12345',
  })
})

test.each([
  ['longer than 22 characters with its prefix', 'INV 1234567890'],
  ['without a letter', '1234567890'],
  ['with letters that are not Latin', 'INV ÜÄ1'],
  ...Array.from(`<>"'*\\`, (sign) => [`with ${sign}`, `INV${sign}1`]),
])('a suffix %s is refused', async (_, suffix) => {
  const error = await errorOf(paying({ statement_descriptor_suffix: suffix }))
  expect(error).toMatchObject({ statusCode: 400, param: 'statement_descriptor_suffix' })
  expect((await cards.stripe.charges.list()).data).toEqual([])
})

test('the full descriptor is refused for card payments', async () => {
  const error = await errorOf(paying({ statement_descriptor: 'MY COMPANY' }))
  expect(error).toMatchObject({ statusCode: 400, param: 'statement_descriptor' })
})
