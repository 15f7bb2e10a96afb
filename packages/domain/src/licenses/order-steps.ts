/** The steps of a submitted order or of one of its lines, in order; the last two are final. */
export const orderSteps = ['Accepted', 'Scheduled', 'Provisioned', 'Rejected'] as const
export type OrderStep = (typeof orderSteps)[number]

/** The provider has not completed the line yet. */
export const openSteps = ['Submitted', 'Accepted', 'Scheduled'] as const
export type OpenStep = (typeof openSteps)[number]

/** The steps that a single item of a submitted order can have; the customer may withdraw it. */
export const ownSteps = [...orderSteps, 'Withdrawn'] as const

/** The progress of an item of a submitted order. */
export const itemSteps = ['Submitted', ...ownSteps] as const
export type ItemStep = (typeof itemSteps)[number]

/** The progress of an order, as customers see it. */
export const orderStandings = ['Draft', 'Submitted', ...orderSteps] as const
export type OrderStanding = (typeof orderStandings)[number]

export interface StepTaken<Step extends ItemStep = OrderStep> {
  step: Step
  /** An instant in UTC; for `Scheduled`, the planned time. */
  at: string
  /** Worded for the customer; empty if there is none. */
  reason: string
}

const ranks = {
  Submitted: 0,
  Accepted: 1,
  Scheduled: 2,
  Provisioned: 3,
  Rejected: 3,
  Withdrawn: 3,
} as const

/**
 * Returns the steps after a record of the books names the order's step, oldest first. A record without a time only moves
 * forward, and not from one final step to the other. A record with a time, which is never older than what is known, may
 * also correct. Without a day, the step keeps its day, or gets `now`.
 */
export function stepsAfter(
  known: readonly StepTaken[],
  said: { step: OrderStep | 'Submitted'; at: string | undefined; reason: string },
  isDated: boolean,
  now: string,
): StepTaken[] {
  const rank = ranks[said.step]
  const differs = ({ step }: StepTaken) => step !== said.step && ranks[step] >= rank
  if (!isDated && known.some(differs)) return [...known]
  const before = known.filter((one) => !differs(one) && one.step !== said.step)
  if (said.step === 'Submitted') return before
  const same = known.find(({ step }) => step === said.step)
  return [...before, { step: said.step, at: said.at ?? same?.at ?? now, reason: said.reason }]
}

/** Returns the last step; undefined if the provider has not started. */
export const lastStep = <Step extends ItemStep>(
  steps: readonly StepTaken<Step>[],
): StepTaken<Step> | undefined =>
  steps.toSorted((one, other) => ranks[other.step] - ranks[one.step])[0]

export interface ShownStep {
  label: ItemStep
  /** Undefined if the step is in the future. */
  at: string | undefined
  state: 'done' | 'now' | 'open'
}

/**
 * Returns the steps of a submitted order for display: past, current and future ones. A passed step that was not reported
 * is left out, because it may never have happened. Of two final steps, the first one counts.
 */
export function shownSteps(
  submittedDate: string | null,
  steps: readonly StepTaken<ItemStep>[],
): ShownStep[] {
  const now = lastStep(steps)?.step ?? 'Submitted'
  const isShown = (step: ItemStep) =>
    step === 'Submitted' ||
    steps.some((taken) => taken.step === step) ||
    (step !== 'Rejected' && step !== 'Withdrawn' && ranks[step] > ranks[now])
  const way = itemSteps.filter(isShown)
  const reached = way.indexOf(now)
  return way.map((label, nth) => ({
    label,
    at:
      label === 'Submitted'
        ? (submittedDate ?? undefined)
        : steps.find(({ step }) => step === label)?.at,
    state: nth < reached ? 'done' : nth === reached ? 'now' : 'open',
  }))
}
