import { describe, expect, test } from 'vitest'
import {
  alignmentOf,
  confirmRefusal,
  isUnfinished,
  listedSince,
  moveWatermark,
  storeRefusal,
  type AttemptRow,
  type Intent,
  type IntentStatus,
  type SeenBy,
} from './charge-comparison.ts'

const row: AttemptRow = { id: 'a', state: 'open', intentId: null, amountCents: 100 }
const facts = { isChargingOn: true, allowedCents: 100 }
const intent = (status: IntentStatus, other: Partial<Intent> = {}): Intent => ({
  id: 'pi_1',
  attemptId: 'a',
  invoiceNumber: 'INV-1',
  amountCents: 100,
  status,
  createdAt: 1_000,
  ...other,
})
const unfinished = ['requires_confirmation', 'requires_payment_method', 'requires_action'] as const

describe('a new intent is not stored, and not confirmed,', () => {
  test.each([
    ['without a row', undefined, facts, 'notOpen'],
    ['when the attempt has ended', { ...row, state: 'failed' as const }, facts, 'notOpen'],
    ['when charging is stopped', row, { ...facts, isChargingOn: false }, 'chargingStopped'],
    ['when less is allowed', row, { ...facts, allowedCents: 99 }, 'amountNotAllowed'],
    ['when more is allowed', row, { ...facts, allowedCents: 101 }, 'amountNotAllowed'],
  ])('%s', (_case, attempt, facts, refusal) => {
    expect(storeRefusal(attempt, facts)).toBe(refusal)
    expect(confirmRefusal(attempt, intent('requires_confirmation'), [], facts)).toBe(refusal)
  })
})

test('an open attempt of exactly the allowed amount is stored', () => {
  expect(storeRefusal(row, facts)).toBeUndefined()
})

describe('the confirm', () => {
  const mine = intent('requires_confirmation')
  const other = { id: 'pi_2', attemptId: 'b' }

  test.each([...unfinished, 'processing'] as const)(
    'is refused by another intent of the invoice that is %s',
    (status) => {
      const listed = [mine, intent(status, other)]
      expect(confirmRefusal(row, mine, listed, facts)).toBe('otherIntent')
    },
  )

  test('is allowed with intents of other invoices, and with ended intents of the same one', () => {
    const elsewhere = intent('processing', { ...other, invoiceNumber: 'INV-2' })
    const listed = [mine, elsewhere, intent('canceled', other), intent('succeeded', other)]
    expect(confirmRefusal(row, mine, listed, facts)).toBeUndefined()
  })
})

describe('an intent is aligned with its row', () => {
  const everyone: SeenBy[] = ['comparison', 'event', 'holder', 'reconciler']

  test.each(everyone)(
    'an open row stores the id and books only a final status, seen by %s',
    (seenBy) => {
      for (const status of [...unfinished, 'processing'] as const)
        expect(alignmentOf(row, intent(status), seenBy)).toEqual({ do: 'store' })
      expect(alignmentOf(row, intent('succeeded'), seenBy)).toEqual({
        do: 'book',
        outcome: 'succeeded',
      })
      expect(alignmentOf(row, intent('canceled'), seenBy)).toEqual({
        do: 'book',
        outcome: 'failed',
      })
    },
  )

  test('a canceled intent keeps the reason of the decline', () => {
    const declined = intent('canceled', { declineReason: 'insufficient_funds' })
    expect(alignmentOf(row, declined, 'holder')).toEqual({
      do: 'book',
      outcome: 'failed',
      reason: 'insufficient_funds',
    })
  })

  test.each([undefined, { ...row, state: 'failed' as const }])(
    'a row that is unknown or failed adopts money that moved or may move: %j',
    (unknown) => {
      for (const seenBy of everyone) {
        const adopted = alignmentOf(unknown, intent('succeeded'), seenBy)
        expect(adopted).toEqual({ do: 'adopt', state: 'succeeded' })
        const pending = alignmentOf(unknown, intent('processing'), seenBy)
        expect(pending).toEqual({ do: 'adopt', state: 'open' })
        expect(alignmentOf(unknown, intent('canceled'), seenBy)).toEqual({ do: 'leave' })
      }
    },
  )

  test.each(unfinished)('an unknown %s is canceled, but not by an event', (status) => {
    expect(alignmentOf(undefined, intent(status), 'event')).toEqual({ do: 'leave' })
    for (const seenBy of ['comparison', 'holder', 'reconciler'] as const)
      expect(alignmentOf(undefined, intent(status), seenBy)).toEqual({ do: 'cancel' })
  })

  test('a booked payment stays', () => {
    const booked = { ...row, state: 'succeeded' as const, intentId: 'pi_1' }
    expect(alignmentOf(booked, intent('succeeded'), 'comparison')).toEqual({ do: 'leave' })
  })

  test('a second intent of an attempt never books its row', () => {
    const other = { ...row, intentId: 'pi_2' }
    expect(alignmentOf(other, intent('succeeded'), 'event')).toEqual({ do: 'report' })
    expect(alignmentOf(other, intent('canceled'), 'event')).toEqual({ do: 'leave' })
  })
})

describe('the watermark', () => {
  const known = () => row

  test('the comparison starts an hour before it, or lists all without one', () => {
    expect(listedSince(7_200_000)).toBe(3_600_000)
    expect(listedSince(null)).toBeNull()
  })

  test('causes a second comparison if it is older than the one that the list started from', () => {
    const again = { do: 'compareAgain' }
    expect(moveWatermark(400, 500, [intent('canceled')], known)).toEqual(again)
    expect(moveWatermark(null, 500, [], known)).toEqual(again)
  })

  test.each([...unfinished, 'processing', 'succeeded'] as const)(
    'causes a second comparison if a %s intent has no open or succeeded row',
    (status) => {
      const failed = () => ({ ...row, state: 'failed' as const })
      const again = { do: 'compareAgain' }
      expect(moveWatermark(null, null, [intent(status)], () => undefined)).toEqual(again)
      expect(moveWatermark(null, null, [intent(status)], failed)).toEqual(again)
    },
  )

  test('moves to the newest listed, canceled ones included, and never back', () => {
    const canceled = intent('canceled', { attemptId: 'b', createdAt: 2_000 })
    const rows = (id: string) => (id === 'a' ? row : undefined)
    const listed = [intent('succeeded'), canceled]
    expect(moveWatermark(500, 500, listed, rows)).toEqual({ do: 'move', to: 2_000 })
    expect(moveWatermark(3_000, 500, listed, rows)).toEqual({ do: 'move', to: 3_000 })
    expect(moveWatermark(null, null, [], rows)).toEqual({ do: 'move', to: null })
  })
})

test.each(['processing', 'succeeded', 'canceled'] as const)('%s is not unfinished', (status) => {
  expect(isUnfinished(status)).toBe(false)
})
