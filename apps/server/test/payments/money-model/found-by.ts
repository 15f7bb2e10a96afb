import type { Disaster } from './disaster.ts'
import type { Sequence, Step } from './steps.ts'

/** A sequence that detects a wrong rule. */
export interface Finder {
  /** The name in `wrongRules`. */
  rule: string
  sequence: Sequence
  disaster?: Disaster
}

type Pay = Extract<Step, { do: 'pay' }>

const pay = (trouble: Partial<Pay> = {}): Step => ({
  do: 'pay',
  invoice: 0,
  tabs: 1,
  faults: [],
  meanwhile: null,
  ...trouble,
})
const payAll: Step = { do: 'payAll', faults: [], meanwhile: null }
const events: Step = { do: 'events', which: [] }
const worker: Step = { do: 'worker', workers: 1 }
const refundAll = (nth: number): Step => ({ do: 'refund', nth, share: 1 })
const clerk = (act: Extract<Step, { do: 'clerk' }>['act']): Step => ({
  do: 'clerk',
  act,
  invoice: 0,
  nth: 0,
  record: 'fresh',
})
const down = { kind: 'status', status: 503, times: 9 } as const

const days = (books: Sequence['books'], ...some: Step[][]): Sequence => ({
  books,
  isEnrolled: false,
  days: [0, 1, 2].map((nth) => some[nth] ?? []),
})

/** For each wrong rule a short sequence that violates the model, but not with the right rule. */
export const finders: Finder[] = [
  {
    rule: 'guess from the amounts whether a balance contains the payments',
    sequence: days('named', [
      pay(),
      clerk('bankPays'),
      clerk('raise'),
      { do: 'time', minutes: 2 },
      worker,
      pay(),
    ]),
  },
  {
    rule: 'named payments without amounts',
    sequence: days('named', [pay(), clerk('applyHalf'), worker, pay()]),
  },
  {
    rule: 'a balance is believed although nothing is named',
    sequence: days('unnamed', [pay(), { do: 'time', minutes: 2 }, worker, pay()]),
  },
  {
    rule: 'a reconciler confirms',
    sequence: days('named', [
      pay({
        faults: [
          { on: 'list', ...down },
          { on: 'cancel', ...down },
        ],
      }),
      worker,
    ]),
  },
  {
    rule: 'an attempt whose answer is missing fails at once',
    sequence: days('named', [
      pay({ faults: [{ on: 'create', kind: 'reset_after', status: 503, times: 1 }] }),
    ]),
  },
  {
    rule: 'an unknown intent is left alone',
    sequence: days('named', [], [pay()]),
    disaster: 'restore',
  },
  { rule: 'no comparison', sequence: days('named', [], [pay()], [pay()]), disaster: 'restore' },
  {
    rule: 'the amount is not asked again before the confirm',
    sequence: days('named', [pay({ meanwhile: { at: 'created', happens: 'record' } })]),
  },
  {
    rule: 'collect is a flag',
    sequence: days('named', [
      pay(),
      refundAll(0),
      events,
      { do: 'collect', invoice: 0 },
      payAll,
      refundAll(1),
      refundAll(2),
      events,
      payAll,
    ]),
  },
  {
    rule: 'a refund leaves an invoice payable',
    sequence: days('named', [pay(), refundAll(0), events, payAll]),
  },
]
