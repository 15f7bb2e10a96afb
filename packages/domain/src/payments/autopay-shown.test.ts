import { expect, test } from 'vitest'
import type { ShownAutoPay } from './autopay.schema.ts'
import { changedAutoPay } from './autopay-shown.ts'

const none = { capPerCharge: null, capPerMonth: null, pausedUntil: null }
const card = {
  id: 'a',
  brand: 'visa',
  last4Digits: '4242',
  expirationMonth: 8,
  expirationYear: 2029,
}
const charge = (day: string, amount: number) => ({ firstCharge: { day, amount } })
const limits = (more: object) => ({ settings: { ...none, ...more } })

test.each<[Partial<ShownAutoPay>, Partial<ShownAutoPay>, string?]>([
  [charge('2026-12-02', 50), charge('2026-12-02', 50)],
  [charge('2026-12-02', 50), charge('2026-12-03', 50)],
  [charge('2026-12-02', 50), charge('2026-12-02', 49)],
  [charge('2026-12-02', 50), { firstCharge: null }],
  [
    charge('2026-12-02', 50),
    charge('2026-12-02', 51),
    'The first charge is now $51.00 on 12/02/2026, not $50.00 on 12/02/2026.',
  ],
  [
    charge('2026-12-02', 50),
    charge('2026-12-01', 1),
    'The first charge is now $1.00 on 12/01/2026, not $50.00 on 12/02/2026.',
  ],
  [{}, charge('2026-12-02', 1), 'The first charge is now $1.00 on 12/02/2026, not none planned.'],
  [{}, { cardId: 'b' }, 'The default card is now Visa ending in 4242.'],
  [
    limits({}),
    limits({ capPerCharge: 5 }),
    'The limits were changed to: at most $5.00 per charge.',
  ],
  [
    limits({ capPerMonth: 6 }),
    limits({ capPerMonth: 5 }),
    'The limits were changed to: at most $5.00 per month.',
  ],
  [
    limits({ pausedUntil: '2026-12-01' }),
    limits({ pausedUntil: '2026-12-02' }),
    'The limits were changed to: paused until 12/02/2026.',
  ],
  [limits({ capPerCharge: 5, pausedUntil: '2026-12-02' }), limits({ capPerCharge: 6 })],
])('%j that is %j now: %s', (before, now, words) => {
  const same: ShownAutoPay = { cardId: 'a', settings: none, firstCharge: null }
  expect(changedAutoPay({ ...same, ...before }, { ...same, ...now }, card)).toBe(
    words && `${words} Nothing was saved. Please check it and confirm it again.`,
  )
})
