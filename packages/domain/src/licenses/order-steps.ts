/** What the provider does with a submitted order or one of its lines, in order; the last two are ends. */
export const orderSteps = ['Accepted', 'Scheduled', 'Provisioned', 'Rejected'] as const
export type OrderStep = (typeof orderSteps)[number]

/** The provider still has to do what a line asks. */
export const openSteps = ['Submitted', 'Accepted', 'Scheduled'] as const
export type OpenStep = (typeof openSteps)[number]

/** What an item of a submitted order can have of its own: the customer may withdraw it. */
export const ownSteps = [...orderSteps, 'Withdrawn'] as const

/** How far an item of a submitted order is. */
export const itemSteps = ['Submitted', ...ownSteps] as const
export type ItemStep = (typeof itemSteps)[number]

/** How far an order is, as customers see it. */
export const orderStandings = ['Draft', 'Submitted', ...orderSteps] as const
export type OrderStanding = (typeof orderStandings)[number]

export interface StepTaken<Step extends ItemStep = OrderStep> {
  step: Step
  /** An instant in UTC; for `Scheduled`, when it is planned. */
  at: string
  /** Worded for the customer; empty for none. */
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
 * Returns the steps after a record of the books says where the order stands, oldest first. A record without a time of
 * its own only moves forward, and not from one end to the other; a dated one, which is never older than what is known,
 * may also correct. Without a day the step keeps the one it has, or gets `now`.
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

/** The last step; undefined if the provider has taken none. */
export const lastStep = <Step extends ItemStep>(
  steps: readonly StepTaken<Step>[],
): StepTaken<Step> | undefined =>
  steps.toSorted((one, other) => ranks[other.step] - ranks[one.step])[0]

export interface ShownStep {
  label: ItemStep
  /** Undefined if it is still to come. */
  at: string | undefined
  state: 'done' | 'now' | 'open'
}

/**
 * The way of a submitted order for display: what is done, where it stands, and what is still to come. A step that was
 * not reported and is passed may never have happened, so it is left out. Of two ends the first counts.
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
