import { expect, test } from 'vitest'
import { charge, customerWithCard, errorOf, idOf, useCards } from '../test/cards.ts'

const cards = useCards()
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, 'x']))

test('metadata of 50 keys of 40 characters with values of 500 characters is kept', async () => {
  const metadata = { ...many(49), ['k'.repeat(40)]: 'v'.repeat(500) }
  const { id } = await cards.stripe.customers.create({ metadata })
  expect((await cards.stripe.customers.retrieve(id)) as object).toMatchObject({ metadata })
})

test.each([
  ['too many keys', many(51)],
  ['a key that is too long', { ['k'.repeat(41)]: 'x' }],
  ['a value that is too long', { attempt: 'v'.repeat(501) }],
])('metadata with %s is refused', async (_, metadata) => {
  const error = await errorOf(cards.stripe.customers.create({ metadata }))
  expect(error).toMatchObject({ statusCode: 400, param: 'metadata' })
  expect((await cards.stripe.customers.list()).data).toEqual([])
})

test('keys that are added later count together with the existing ones', async () => {
  const { id } = await cards.stripe.customers.create({ metadata: many(50) })
  const more = cards.stripe.customers.update(id, { metadata: { another: 'x' } })
  expect(await errorOf(more)).toMatchObject({ statusCode: 400, param: 'metadata' })
  await cards.stripe.customers.update(id, { metadata: { key0: '', another: 'x' } })
})

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
