import { expect, test } from 'vitest'
import { charge, customerWithCard, errorOf, idOf, useCards } from '../test/cards.ts'

const cards = useCards()

async function paidCharge(card?: string) {
  const paid = await charge(cards.stripe, await customerWithCard(cards.stripe, card))
  return { intent: paid.id, charge: idOf(paid.latest_charge) }
}

const eventTypes = async () => (await cards.stripe.events.list()).data.map(({ type }) => type)

test('a charge can be refunded in parts, but never beyond what was paid', async () => {
  const { stripe } = cards
  const { charge: id, intent } = await paidCharge()
  await stripe.refunds.create({ charge: id, amount: 2345 })
  expect(await stripe.charges.retrieve(id)).toMatchObject({
    amount_refunded: 2345,
    refunded: false,
  })
  const tooMuch = await errorOf(stripe.refunds.create({ charge: id, amount: 10_001 }))
  expect(tooMuch).toMatchObject({ statusCode: 400, param: 'amount' })
  await stripe.refunds.create({ payment_intent: intent })
  expect(await stripe.charges.retrieve(id)).toMatchObject({
    amount_refunded: 12_345,
    refunded: true,
  })
  const again = await errorOf(stripe.refunds.create({ charge: id }))
  expect(again.code).toBe('charge_already_refunded')
  expect((await stripe.refunds.list({ charge: id })).data.map(({ amount }) => amount)).toEqual([
    10_000, 2345,
  ])
})

test('the card for disputes is charged first and disputed right after', async () => {
  const { charge: id } = await paidCharge('pm_card_createDispute')
  expect(await cards.stripe.charges.retrieve(id)).toMatchObject({ paid: true, disputed: true })
  const types = await eventTypes()
  expect(types.indexOf('charge.dispute.created')).toBeLessThan(types.indexOf('charge.succeeded'))
  const { data } = await cards.stripe.disputes.list({ charge: id })
  expect(data).toMatchObject([{ amount: 12_345, status: 'needs_response', charge: id }])
})
