import {
  alignmentOf,
  confirmRefusal,
  isUnfinished,
  moveWatermark,
} from '../src/payments/charge-comparison.ts'
import { afterRefusal, nextStep, type NextStep } from '../src/payments/charge-steps.ts'
import type { ChargeRules, Scope } from './charge-model.ts'
import { lean, rightRules, scopes } from './charge-scopes.ts'

type WrongRule = [name: string, rules: ChargeRules, scope: Partial<Scope>, isRare?: true]

const without = (part: Partial<ChargeRules>): ChargeRules => ({ ...rightRules, ...part })

/** Replaces steps of the process that opened the attempt. */
const holderSteps = (replace: (progress: string, hasIntent: boolean) => NextStep | undefined) =>
  without({
    nextStep: (attempt, intent, now) => {
      const { worker } = attempt
      const step = worker.role === 'holder' && replace(worker.progress, attempt.intentId !== null)
      return step || nextStep(attempt, intent, now)
    },
  })

/** While a bank's question waits, a payment of another invoice moves the watermark beyond its intent. */
const questionOvertaken = {
  asksBank: true,
  declines: false,
  invoices: 2,
  attempts: 3,
  hours: 1,
  kills: 0,
} as const

/**
 * The rules of the design, each replaced by a wrong one, with a scope in which the harm must be found. Only the soak tries
 * enough states for a rare harm.
 */
export const wrongRules: WrongRule[] = [
  [
    'compare before the create',
    holderSteps((progress, hasIntent) => {
      if (progress === 'opened') return { do: 'compare' }
      if (progress === 'allowed' && !hasIntent) return { do: 'create' }
      if (progress === 'mustCancel' && !hasIntent) return { do: 'failWithoutIntent' }
      return progress === 'stored' ? { do: 'confirm' } : undefined
    }),
    scopes.fork,
  ],
  [
    'no comparison at all',
    holderSteps((progress) => (progress === 'stored' ? { do: 'confirm' } : undefined)),
    { restores: true, ...lean },
  ],
  [
    'the comparison ignores an unknown intent',
    without({
      alignmentOf: (row, intent, seenBy) => {
        const alignment = alignmentOf(row, intent, seenBy)
        return alignment.do === 'cancel' ? { do: 'leave' } : alignment
      },
    }),
    { restores: true, ...lean },
  ],
  [
    'an event does not adopt a payment that no row knows',
    without({
      alignmentOf: (row, intent, seenBy) =>
        seenBy === 'event' && !row ? { do: 'leave' } : alignmentOf(row, intent, seenBy),
    }),
    { restores: true, ...lean },
  ],
  [
    'a failed attempt is not revived when its intent has succeeded',
    without({
      alignmentOf: (row, intent, seenBy) =>
        row?.state === 'failed' && intent.status === 'succeeded'
          ? { do: 'leave' }
          : alignmentOf(row, intent, seenBy),
    }),
    { promotes: true, declines: false },
  ],
  [
    'a decline ends the attempt and its intent is not canceled',
    without({
      afterRefusal: (request, status, code) =>
        status === 402 ? { do: 'retrieve' } : afterRefusal(request, status, code),
      nextStep: (attempt, intent, now) =>
        typeof intent === 'object' && intent.status === 'requires_payment_method'
          ? { do: 'align' }
          : nextStep(attempt, intent, now),
      alignmentOf: (row, intent, seenBy) =>
        row?.state === 'open' && intent.status === 'requires_payment_method'
          ? { do: 'book', outcome: 'failed' }
          : alignmentOf(row, intent, seenBy),
    }),
    { ...questionOvertaken, secondTab: true },
    true,
  ],
  [
    'a payment that is processing is booked as paid',
    without({
      alignmentOf: (row, intent, seenBy) => {
        const status = intent.status === 'processing' ? 'succeeded' : intent.status
        return alignmentOf(row, { ...intent, status }, seenBy)
      },
    }),
    { processing: true },
  ],
  [
    'the reconciler confirms',
    without({
      nextStep: (attempt, intent, now) =>
        attempt.worker.role === 'reconciler' &&
        typeof intent === 'object' &&
        intent.status === 'requires_confirmation'
          ? { do: 'confirm' }
          : nextStep(attempt, intent, now),
    }),
    { restores: true, declines: false },
  ],
  [
    'the reconciler fails an attempt whose intent is unfinished, and does not cancel it',
    without({
      alignmentOf: (row, intent, seenBy) =>
        seenBy === 'reconciler' && row?.state === 'open' && isUnfinished(intent.status)
          ? { do: 'book', outcome: 'failed' }
          : alignmentOf(row, intent, seenBy),
      nextStep: (attempt, intent, now) =>
        attempt.worker.role === 'reconciler' && typeof intent === 'object'
          ? { do: attempt.state === 'open' ? 'align' : 'nothing' }
          : nextStep(attempt, intent, now),
    }),
    questionOvertaken,
    true,
  ],
  [
    'an attempt fails without an intent though an id was stored meanwhile',
    without({ failsWithoutIntent: (row) => row?.state === 'open' }),
    questionOvertaken,
    true,
  ],
  [
    'the watermark is moved when the intents are listed',
    without({ watermark: 'whenListed' }),
    { restores: true, hours: 1, invoices: 2, attempts: 3, declines: false, reconcilers: 0 },
    true,
  ],
  [
    'the watermark is kept outside the database',
    without({ watermark: 'outsideDatabase' }),
    scopes['promote, 2 invoices'],
  ],
  [
    'the row is read before the intent was seen',
    without({ readsRowsFirst: true }),
    scopes['two invoices, 2 payers'],
  ],
  [
    'adopted payments do not count',
    without({ adoptedCount: false }),
    { restores: true, attempts: 3, hours: 1, ...lean },
  ],
  [
    'the watermark is moved unchecked',
    without({
      moveWatermark: (stored, from, listed) => {
        const times = [stored, from, ...listed.map(({ createdAt }) => createdAt)]
        return { do: 'move', to: Math.max(...times.map((time) => time ?? 0)) }
      },
    }),
    scopes['promote, 2 invoices'],
  ],
  [
    'the watermark is moved though it is older than the one listed from',
    without({
      moveWatermark: (stored, _from, listed, rowOf) => moveWatermark(stored, null, listed, rowOf),
    }),
    scopes['promote, 3 invoices'],
    true,
  ],
  [
    'no second comparison when rows are gone',
    without({
      moveWatermark: (stored, from, listed, rowOf) => {
        const move = moveWatermark(stored, from, listed, rowOf)
        return move.do === 'compareAgain' ? { do: 'move', to: stored } : move
      },
    }),
    { promotes: true, losses: 2, ...lean },
  ],
  [
    'any other succeeded intent forbids the confirm',
    without({
      confirmRefusal: (attempt, intent, listed, facts) => {
        const isRival = (other: (typeof listed)[0]) =>
          other.invoiceNumber === intent.invoiceNumber &&
          other.id !== intent.id &&
          other.status === 'succeeded'
        return listed.some(isRival) ? 'otherIntent' : confirmRefusal(attempt, intent, listed, facts)
      },
    }),
    scopes['raised after payment'],
  ],
  [
    'the rules are not checked again after the comparison',
    without({
      confirmRefusal: (attempt, intent, listed, facts) =>
        confirmRefusal(attempt, intent, listed, {
          ...facts,
          allowedCents: attempt?.amountCents ?? 0,
        }),
    }),
    { restores: true, ...lean },
  ],
  [
    'an event cancels an unknown intent',
    without({
      alignmentOf: (row, intent, seenBy) =>
        alignmentOf(
          row,
          intent,
          seenBy === 'event' && row?.state !== 'open' && isUnfinished(intent.status)
            ? 'comparison'
            : seenBy,
        ),
    }),
    { forks: true, ...lean, asksBank: true, attempts: 1, events: true },
  ],
  [
    'a comparison lists no hour more than its watermark',
    // Under this wrong rule, intents created exactly at the watermark are missed too.
    without({ listedSince: (watermark) => (watermark === null ? null : watermark + 1) }),
    { restores: true, invoices: 2, attempts: 3, ...lean },
  ],
  [
    'the customer is created without a key',
    without({ customerHasKey: false }),
    scopes['fork, new customer'],
  ],
  [
    'a refused cancel counts as a cancel',
    without({
      afterRefusal: (request, status, code) =>
        request === 'cancel' ? { do: 'fail' } : afterRefusal(request, status, code),
    }),
    { promotes: true, payers: 2, ...lean },
  ],
]
