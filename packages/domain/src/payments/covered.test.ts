import { expect, test } from 'vitest'
import type { PlannedInvoice } from './autopay-plan.ts'
import { isCovered } from './covered.ts'

const open = {
  invoiceId: '1',
  invoiceNumber: 'INV-1',
  dueDate: '2026-12-01',
  balanceDueCents: 100,
  currency: 'USD',
  hasBeenCharged: false,
  moneyBack: undefined,
  isOnHold: false,
  demand: 0,
}
const refunded = { kind: 'refunded', at: new Date('2026-11-20') } as const

test.each<
  [what: string, is: object, isAutoPayOn: boolean, day: string | undefined, covered: boolean]
>([
  ['owed, without AutoPay', {}, false, '2026-12-01', false],
  ['AutoPay charges it', {}, true, '2026-12-01', true],
  ['AutoPay leaves it out', {}, true, undefined, false],
  ['nothing is left to pay', { balanceDueCents: 0 }, false, undefined, true],
  ['a payment is in progress or being posted', { hasBeenCharged: true }, false, undefined, true],
  ['on hold', { isOnHold: true }, false, undefined, true],
  ['refunded', { moneyBack: refunded }, false, undefined, true],
  ['a transfer is announced', { notice: { expiredOn: null } }, false, undefined, true],
  ['its transfer did not arrive', { notice: { expiredOn: '2026-11-30' } }, false, undefined, false],
  ['replaces a paid, withdrawn invoice', { kept: {} }, false, undefined, true],
])('%s', (_what, is, isAutoPayOn, day, covered) => {
  const planned = { invoice: { ...open, ...is }, isInWindow: true, day } as PlannedInvoice
  expect(isCovered(planned, isAutoPayOn)).toBe(covered)
})
