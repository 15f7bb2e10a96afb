import { expect, test } from 'vitest'
import type { OpenInvoice, PlannedInvoice } from './autopay-plan.ts'
import { autoPayWords } from './autopay-sentence.ts'

const invoice: OpenInvoice = {
  invoiceId: '1',
  invoiceNumber: 'N-1',
  dueDate: '2026-12-08',
  balanceDueCents: 100,
  currency: 'USD',
  hasBeenCharged: false,
  moneyBack: undefined,
  isOnHold: false,
  demand: 0,
}
const notice = {
  id: '1',
  cents: 100,
  currency: 'USD',
  paidOn: '2026-11-30',
  actorName: 'Pau\u202ela',
  expiredOn: null,
}
const planned = (rest: Partial<PlannedInvoice>): PlannedInvoice =>
  Object.assign({ invoice, isInWindow: true, reason: undefined, day: '' }, rest)

test.each<[Partial<PlannedInvoice>, isStopped: boolean, words: string | undefined]>([
  [{ day: '2026-12-08' }, false, 'AutoPay will charge it on 12/08/2026.'],
  [{ day: '2026-12-08' }, true, 'AutoPay does not charge it while card payments are paused.'],
  [{ reason: 'noCard' }, true, 'AutoPay does not charge it: There is no default card.'],
  [{ reason: 'later' }, false, 'AutoPay plans it 29 days before it is due.'],
  [{ reason: 'nothingOwed' }, false, undefined],
  [
    { reason: 'announced', invoice: { ...invoice, notice } },
    false,
    'AutoPay does not charge it: Transfer of $1.00 announced for 11/30/2026 by \u2068Pau\u202ela\u2069.',
  ],
])('%j, stopped: %s', (rest, isStopped, sentence) => {
  const said = autoPayWords(planned(rest), isStopped)
  expect(said?.sentence).toBe(sentence)
  expect(said?.willCharge ?? false).toBe(rest.day !== undefined && !isStopped)
})
