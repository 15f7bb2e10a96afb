import fc from 'fast-check'
import { clerkActs } from './ledger.ts'

const invoice = fc.constantFrom(0, 0, 1)
const nth = fc.nat(3)

/** A fault of the provider at the next call of a kind. `slow` executes two seconds later. */
export const faultKinds = [
  'reset_before',
  'reset_after',
  'status',
  'status_after',
  'slow_execute',
] as const
export const faultyCalls = ['create', 'list', 'confirm', 'retrieve', 'cancel'] as const

const fault = fc.record({
  on: fc.constantFrom(...faultyCalls),
  kind: fc.constantFrom(...faultKinds),
  status: fc.constantFrom(409, 429, 500, 500, 503),
  times: fc.constantFrom<number>(1, 2),
})

/** An event while a payment is at a step. */
const meanwhile = fc.record({
  at: fc.constantFrom('opened', 'created', 'allowed', 'charged', 'settled'),
  happens: fc.constantFrom('record', 'reconcile', 'events', 'secondTab', 'payAll', 'stop'),
})

const is = <const Kind extends string>(kind: Kind) => fc.constant(kind)
const step = <Kind extends string, More extends object>(
  kind: Kind,
  more: { [Key in keyof More]: fc.Arbitrary<More[Key]> },
) => fc.record({ do: is(kind), ...more }) as unknown as fc.Arbitrary<{ do: Kind } & More>

const troubles = {
  faults: fc.array(fault, { maxLength: 2 }),
  meanwhile: fc.option(meanwhile, { freq: 2 }),
}

const record = fc.constantFrom('fresh', 'fresh', 'fresh', 'stale', 'future', 'none')

const cards = [
  'visa',
  'chargeCustomerFail',
  'authenticationRequired',
  'detached',
  'mastercard',
] as const

/** One step of a company. Numbers choose among existing objects; an impossible step has no effect. */
export const someStep = fc.oneof(
  { weight: 6, arbitrary: step('pay', { invoice, tabs: fc.constantFrom(1, 1, 2), ...troubles }) },
  { weight: 3, arbitrary: step('payAll', { ...troubles }) },
  {
    weight: 6,
    arbitrary: step('clerk', { act: fc.constantFrom(...clerkActs), invoice, nth, record }),
  },
  {
    weight: 3,
    arbitrary: step('send', { invoice, how: fc.constantFrom('fresh', 'stale', 'future') }),
  },
  { weight: 1, arbitrary: step('collect', { invoice }) },
  { weight: 2, arbitrary: step('card', { which: fc.constantFrom(...cards) }) },
  { weight: 2, arbitrary: step('bankAnswers', { passed: fc.boolean(), returns: fc.boolean() }) },
  { weight: 1, arbitrary: step('bankIsSlow', { isCancelable: fc.boolean() }) },
  { weight: 1, arbitrary: step('bankDecides', { status: fc.constantFrom('succeeded', 'failed') }) },
  { weight: 2, arbitrary: step('refund', { nth, share: fc.constantFrom(0.25, 1) }) },
  { weight: 1, arbitrary: step('refundFails', { nth }) },
  { weight: 1, arbitrary: step('dispute', { nth }) },
  {
    weight: 1,
    arbitrary: step('disputeEnds', { nth, status: fc.constantFrom('won', 'lost', 'lost') }),
  },
  { weight: 2, arbitrary: step('events', { which: fc.array(fc.nat(20), { maxLength: 5 }) }) },
  { weight: 3, arbitrary: step('worker', { workers: fc.constantFrom(1, 2) }) },
  { weight: 2, arbitrary: step('time', { minutes: fc.constantFrom(2, 16, 16_000) }) },
  { weight: 1, arbitrary: step('resolve', { invoice }) },
)
export type Step = typeof someStep extends fc.Arbitrary<infer T> ? T : never

/** How the books of a company name the payments in a balance. */
export const booksKinds = ['named', 'named', 'unnamed', 'undated'] as const

/** Days of a company: after each, AutoPay runs, and 24 hours pass. */
export const someSequence = fc.record({
  books: fc.constantFrom(...booksKinds),
  isEnrolled: fc.boolean(),
  days: fc.array(fc.array(someStep, { minLength: 1, maxLength: 6 }), {
    minLength: 3,
    maxLength: 3,
  }),
})
export type Sequence = typeof someSequence extends fc.Arbitrary<infer T> ? T : never
