import { vi } from 'vitest'
import * as comparison from '@portal/domain/payments/charge-comparison'
import * as steps from '@portal/domain/payments/charge-steps'
import * as back from '@portal/domain/invoices/money-back'
import * as owing from '@portal/domain/payments/owed'

const right = { ...comparison, ...steps, ...back, ...owing }

/** Rules that were tried or seem simpler, each replacing the right one. */
export const wrongRules: Record<string, () => void> = {
  'guess from the amounts whether a balance contains the payments': () =>
    vi.spyOn(owing, 'owed').mockImplementation(({ record, payments }) => {
      const paid = payments.reduce((sum, one) => sum + one.netCents, 0)
      const isContained = record.balanceCents <= record.amountCents - paid
      return { cents: record.balanceCents - (isContained ? 0 : paid) }
    }),
  'named payments without amounts': () =>
    vi.spyOn(owing, 'owed').mockImplementation((invoice) => {
      const { record, payments, elsewhere } = invoice
      const named = record.portalPayments
      if (!named) return right.owed(invoice)
      const missing = payments.filter(({ id }) => !(id in named) && !(id in elsewhere))
      const net = missing.reduce((sum, one) => sum + one.netCents, 0)
      return { cents: record.balanceCents - net }
    }),
  'a balance is believed although nothing is named': () =>
    vi
      .spyOn(owing, 'owed')
      .mockImplementation((invoice) =>
        invoice.record.portalPayments
          ? right.owed(invoice)
          : { cents: invoice.record.balanceCents },
      ),
  'a reconciler confirms': () =>
    vi.spyOn(steps, 'nextStep').mockImplementation((attempt, intent, now) => {
      const step = right.nextStep(attempt, intent, now)
      const isUnconfirmed = typeof intent === 'object' && intent.status === 'requires_confirmation'
      const isDue = attempt.worker.role === 'reconciler' && step.do === 'cancel'
      return isDue && isUnconfirmed ? { do: 'confirm' } : step
    }),
  'an attempt whose answer is missing fails at once': () =>
    vi
      .spyOn(steps, 'afterRefusal')
      .mockImplementation((request, status, code) =>
        request === 'create' ? { do: 'fail' } : right.afterRefusal(request, status, code),
      ),
  'an unknown intent is left alone': () =>
    vi
      .spyOn(comparison, 'alignmentOf')
      .mockImplementation((row, intent, seenBy) =>
        row ? right.alignmentOf(row, intent, seenBy) : { do: 'leave' },
      ),
  'no comparison': () => {
    vi.spyOn(comparison, 'listedSince').mockImplementation(() => 4_000_000_000_000)
    vi.spyOn(comparison, 'confirmRefusal').mockImplementation((attempt, _intent, _listed, facts) =>
      right.storeRefusal(attempt, facts),
    )
    vi.spyOn(comparison, 'moveWatermark').mockImplementation((stored) => ({
      do: 'move',
      to: stored,
    }))
  },
  'the amount is not asked again before the confirm': () => {
    vi.spyOn(comparison, 'storeRefusal').mockImplementation(() => undefined)
    vi.spyOn(comparison, 'confirmRefusal').mockImplementation(() => undefined)
  },
  'collect is a flag': () =>
    vi
      .spyOn(back, 'leftOut')
      .mockImplementation((moves, collectAt) =>
        collectAt ? undefined : right.leftOut(moves, undefined),
      ),
  'a refund leaves an invoice payable': () =>
    vi.spyOn(back, 'leftOut').mockImplementation(() => undefined),
}
