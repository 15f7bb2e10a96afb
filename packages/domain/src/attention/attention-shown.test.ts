import { expect, test } from 'vitest'
import type { ShownItem } from './attention.schema.ts'
import { changedItem } from './attention-shown.ts'

const payment = (cents: number) => ({
  id: 'p',
  cents: 100,
  netCents: cents,
  elsewhereCents: 100 - cents,
  paidAt: '',
})
const states = ['A', 'B'].flatMap((subject) =>
  [100, 200].flatMap((amountCents) =>
    ['USD', 'EUR'].flatMap((currency) =>
      [null, 'refund failed'].flatMap((detail) =>
        [null, 100, 50].map((net): ShownItem => ({
          subject,
          amountCents,
          currency,
          detail,
          payments: net === null ? null : [payment(net)],
          bankAccounts: null,
        })),
      ),
    ),
  ),
)

test('the message about a change names the old facts and the new ones', () => {
  const [before, now] = [100, 200].map((cents): ShownItem => ({
    ...states[1]!,
    amountCents: cents,
    payments: [payment(cents / 2)],
  }))
  expect(changedItem('onHold', before!, now!)).toBe(
    'The item has changed. It was A, $1.00, The books still show $1.00, and do not say whether it was paid, payments of $0.50 ($0.50 in other balances), and is A, $2.00, The books still show $2.00, and do not say whether it was paid, payments of $1.00 now. Nothing was done. Please check it and confirm it again.',
  )
})

type Rule = (shown: ShownItem, now: ShownItem) => boolean
const faultOf = (refuses: Rule) =>
  states
    .flatMap((shown) => states.map((now) => [shown, now] as const))
    .find(([shown, now]) => refuses(shown, now) !== (shown !== now))

test('no item is resolved if a shown fact has changed, and each wrong rule is found', () => {
  const rule: Rule = (shown, now) => changedItem('onHold', shown, now) !== undefined
  expect(faultOf(rule)).toBeUndefined()
  const without = (part: Partial<ShownItem>) => (shown: ShownItem, now: ShownItem) =>
    rule({ ...shown, ...part }, { ...now, ...part })
  const wrong: Record<string, Rule> = {
    'compare only the amount': (shown, now) => shown.amountCents !== now.amountCents,
    'compare without currency': without({ currency: 'USD' }),
    'compare without the invoice': without({ subject: 'A' }),
    'compare without payments': without({ payments: null }),
    'compare without the reason': without({ detail: null }),
    'pass lower amounts': (shown, now) =>
      rule(shown, now) && now.amountCents! >= shown.amountCents!,
  }
  for (const [name, one] of Object.entries(wrong))
    expect([name, faultOf(one)]).not.toContain(undefined)
})
