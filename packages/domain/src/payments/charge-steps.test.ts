import { describe, expect, test } from 'vitest'
import {
  afterRefusal,
  failsWithoutIntent,
  nextStep,
  questionMs,
  type HolderProgress,
  type WorkedAttempt,
} from './charge-steps.ts'

const opened = Date.UTC(2026, 10, 2, 9)
const leaseUntil = opened + 60_000
const attempt: Omit<WorkedAttempt, 'worker'> = {
  state: 'open',
  intentId: 'pi_1',
  openedAt: opened,
  leaseUntil,
  isOwed: true,
}
const held = (progress: HolderProgress): WorkedAttempt => ({
  ...attempt,
  worker: { role: 'holder', progress },
})
const abandoned: WorkedAttempt = { ...attempt, worker: { role: 'reconciler' } }
const asked = { status: 'requires_action' } as const

describe('the process that opened the attempt', () => {
  test.each(['created', 'stored', 'allowed'] as const)(
    'cancels instead of continuing when its lease has expired: %s',
    (progress) => {
      expect(nextStep(held(progress), 'unseen', leaseUntil).do).toBe('cancel')
    },
  )

  test('does not create when its lease has expired', () => {
    expect(nextStep(held('opened'), 'unseen', leaseUntil).do).toBe('nothing')
  })

  test.each([
    ['createRefused', 'failWithoutIntent'],
    ['mustCancel', 'cancel'],
    ['opened', 'create'],
    ['created', 'store'],
    ['stored', 'compare'],
    ['allowed', 'confirm'],
  ] as const)('%s: %s', (progress, step) => {
    expect(nextStep(held(progress), 'unseen', opened).do).toBe(step)
  })

  test.each(['confirmSent', 'cancelSent'] as const)(
    'reads the status of the intent if no answer arrived, and never sends twice: %s',
    (progress) => {
      expect(nextStep(held(progress), 'unseen', opened)).toEqual({ do: 'retrieve' })
    },
  )

  test.each([
    ['succeeded', 'align'],
    ['canceled', 'align'],
    ['processing', 'wait'],
    ['requires_payment_method', 'cancel'],
    ['requires_confirmation', 'cancel'],
    ['requires_action', 'wait'],
  ] as const)('after the confirm, %s: %s', (status, step) => {
    expect(nextStep(held('confirmSent'), { status }, opened).do).toBe(step)
  })

  test('repeats a cancel until the intent has ended, even of a question', () => {
    expect(nextStep(held('cancelSent'), asked, opened)).toEqual({ do: 'cancel' })
    expect(nextStep(held('cancelSent'), { status: 'processing' }, opened)).toEqual({ do: 'wait' })
    const canceled = nextStep(held('cancelSent'), { status: 'canceled' }, opened)
    expect(canceled).toEqual({ do: 'align' })
  })
})

describe("a bank's question", () => {
  test('waits 15 minutes for its payer', () => {
    const until = opened + questionMs
    expect(nextStep(held('confirmSent'), asked, opened)).toEqual({ do: 'wait', until })
    expect(nextStep(abandoned, asked, until - 1)).toEqual({ do: 'wait', until })
    expect(nextStep(abandoned, asked, until)).toEqual({ do: 'cancel' })
  })

  test('is canceled immediately if its amount is no longer owed', () => {
    expect(nextStep({ ...abandoned, isOwed: false }, asked, leaseUntil)).toEqual({ do: 'cancel' })
  })
})

describe('the reconciler', () => {
  test('does nothing with an attempt that has ended, or whose lease is valid', () => {
    const ended: WorkedAttempt = { ...abandoned, state: 'failed' }
    expect(nextStep(ended, asked, leaseUntil)).toEqual({ do: 'nothing' })
    expect(nextStep(abandoned, asked, leaseUntil - 1)).toEqual({ do: 'wait', until: leaseUntil })
  })

  test('never creates and never confirms', () => {
    const seen = ['unseen', 'none', { status: 'requires_confirmation' }] as const
    for (const intentId of [null, 'pi_1'])
      for (const intent of seen) {
        const step = nextStep({ ...abandoned, intentId }, intent, leaseUntil).do
        expect(['create', 'confirm']).not.toContain(step)
      }
  })

  test('passes on the reason of a decline that it finds', () => {
    const declined = { status: 'requires_payment_method', declineReason: 'expired_card' } as const
    const step = { do: 'cancel', declineReason: 'expired_card' }
    expect(nextStep(abandoned, declined, leaseUntil)).toEqual(step)
  })

  test.each([
    ['unseen', 'list'],
    ['none', 'failWithoutIntent'],
    [{ status: 'requires_confirmation' }, 'align'],
    [{ status: 'processing' }, 'align'],
  ] as const)('without a stored intent, seen %j: %s', (intent, step) => {
    expect(nextStep({ ...abandoned, intentId: null }, intent, leaseUntil).do).toBe(step)
  })

  test.each([
    ['unseen', 'retrieve'],
    ['none', 'retrieve'],
    [{ status: 'requires_confirmation' }, 'cancel'],
    [{ status: 'requires_payment_method' }, 'cancel'],
    [{ status: 'processing' }, 'wait'],
    [{ status: 'succeeded' }, 'align'],
    [{ status: 'canceled' }, 'align'],
  ] as const)('with a stored intent, seen %j: %s', (intent, step) => {
    expect(nextStep(abandoned, intent, leaseUntil).do).toBe(step)
  })
})

test('an attempt fails without an intent only while it is open and has none', () => {
  const row = { id: 'a', state: 'open', intentId: null, amountCents: 100 } as const
  expect(failsWithoutIntent(undefined)).toBe(false)
  expect(failsWithoutIntent({ ...row, intentId: 'pi_1' })).toBe(false)
  expect(failsWithoutIntent({ ...row, state: 'failed' })).toBe(false)
  expect(failsWithoutIntent(row)).toBe(true)
})

describe('an answer other than success', () => {
  test.each([400, 402, 404])('a create refused with %i ends the attempt', (status) => {
    expect(afterRefusal('create', status)).toEqual({ do: 'fail' })
  })

  test.each([409, 429])('a create answered with %i is sent again', (status) => {
    expect(afterRefusal('create', status)).toEqual({ do: 'sendAgain' })
  })

  test.each([undefined, 401, 403, 408, 500, 503])(
    'a create answered with %s counts as unanswered',
    (status) => {
      expect(afterRefusal('create', status)).toEqual({ do: 'leave' })
    },
  )

  test('a create whose key was used with other parameters may have created an intent', () => {
    expect(afterRefusal('create', 400, 'idempotency_error')).toEqual({ do: 'leave' })
  })

  test('a decline at the confirm cancels the intent', () => {
    expect(afterRefusal('confirm', 402, 'card_declined')).toEqual({ do: 'cancel' })
  })

  test.each([undefined, 400, 404, 409, 429, 500])(
    'a confirm or a cancel answered with %s leaves the state of the intent unknown',
    (status) => {
      expect(afterRefusal('confirm', status)).toEqual({ do: 'retrieve' })
      expect(afterRefusal('cancel', status)).toEqual({ do: 'retrieve' })
    },
  )
})
