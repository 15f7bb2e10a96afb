import type * as Comparison from '../src/payments/charge-comparison.ts'
import type * as Steps from '../src/payments/charge-steps.ts'

/** The functions under test, and what the server does around them. The search must find a wrong one. */
export interface ChargeRules {
  nextStep: typeof Steps.nextStep
  afterRefusal: typeof Steps.afterRefusal
  failsWithoutIntent: typeof Steps.failsWithoutIntent
  storeRefusal: typeof Comparison.storeRefusal
  confirmRefusal: typeof Comparison.confirmRefusal
  alignmentOf: typeof Comparison.alignmentOf
  listedSince: typeof Comparison.listedSince
  moveWatermark: typeof Comparison.moveWatermark
  /** The correct value is `atEnd`: in one database transaction at the end of the comparison. */
  watermark: 'atEnd' | 'whenListed' | 'outsideDatabase'
  readsRowsFirst: boolean
  adoptedCount: boolean
  customerHasKey: boolean
}

/** The limits of what may happen. */
export const smallScope = {
  payers: 1,
  reconcilers: 1,
  attempts: 2,
  invoices: 1,
  batch: false,
  kills: 1,
  restores: false,
  promotes: false,
  forks: false,
  /** How often the database loses commits: by a restore, a promotion or a fork. */
  losses: 1,
  /** How often more than an hour passes. */
  hours: 0,
  declines: true,
  asksBank: false,
  secondTab: false,
  processing: false,
  providerCancels: false,
  imports: 0,
  raises: 0,
  stops: 0,
  resends: 0,
  errors: 0,
  refusedCreates: 0,
  busyCreates: 0,
  events: false,
  newCustomer: false,
}
export type Scope = typeof smallScope

export interface Row extends Comparison.AttemptRow {
  invoiceNumber: string
  isAdopted: boolean
}

export interface Database {
  rows: Row[]
  watermark: number | null
  balances: Record<string, number>
  isChargingOn: boolean
  /** Null until the database has stored the customer's id at the provider. */
  customer: number | null
}

export interface ProviderIntent extends Comparison.Intent {
  customer: number
  /** A browser tab of the payer has the intent's secret. */
  hasTab: boolean
}

export interface Task {
  attemptId: string
  invoiceNumber: string
  cents: number
  intentId: string | null
  progress: Steps.HolderProgress | 'over'
  seen: Comparison.IntentStatus | null
}

/** A comparison with the customer's intents. */
export interface ComparisonState {
  stage: 'start' | 'list' | 'line' | 'cancel' | 'retrieve' | 'end'
  from: number | null
  listed: [intentId: string, seen: Comparison.IntentStatus][]
  nth: number
  rowsBefore: string[] | null
}

export interface Payment {
  kind: 'payment'
  /** Null until the customer was searched; -1 if the provider has none. */
  customer: number | null
  tasks: Task[]
  nth: number
  phase: 'creating' | 'ending'
  comparison: ComparisonState | null
  awaitsAnswer: boolean
}

export interface Reconciliation {
  kind: 'reconciliation'
  attemptId: string
  intentId: string | null
  seen: Comparison.IntentStatus | null
  next: 'fail' | 'line' | 'cancel' | 'confirm' | 'retrieve'
  awaitsAnswer: boolean
}

export interface Process {
  role: 'payer' | 'reconciler'
  name: string
  database: number
  work: { kind: 'idle' } | { kind: 'absent' } | Payment | Reconciliation
}

/** A request in progress. It may be executed long after its sender has ended. */
export interface Request {
  kind: 'create' | 'confirm' | 'cancel'
  attemptId: string
  invoiceNumber: string
  cents: number
  intentId: string | null
  customer: number
  /** The index of the process that waits for the answer; -1 for none. */
  by: number
  isOfComparison: boolean
}

export interface World {
  time: number
  databases: Database[]
  processes: Process[]
  snapshot: Database | null
  losses: number
  watermarkOutside: number | null
  attempts: number
  intents: ProviderIntent[]
  customers: number
  /** The answers that the provider repeats for the keys of confirms. */
  replays: Record<string, Comparison.IntentStatus | '500'>
  requests: Request[]
  /** The present amount of invoice 1, and its highest amount so far. */
  amount: number
  highest: number
  wasHealthyCanceled: boolean
  counts: Record<'kills' | 'errors' | 'resends' | 'imports' | 'stops' | 'refused' | 'busy', number>
}

export type Step = [name: string, happens: (world: World) => void]

/** The clock advances in steps longer than the hour of overlap between comparisons. */
export const tickMs = 2 * 3_600_000

export const invoiceNumbers = ({ invoices }: Scope) =>
  Array.from({ length: invoices }, (_, nth) => `${nth + 1}`)

export function firstWorld(scope: Scope): World {
  const process = (role: Process['role'], database: number, nth: number, of: number): Process => ({
    role,
    name: `${role}${of > 1 ? nth + 1 : ''}${scope.forks ? 'AB'[database] : ''}`,
    database,
    work: { kind: 'idle' },
  })
  const count = (length: number) => Array.from({ length }, (_, nth) => nth)
  return {
    time: 0,
    databases: [
      {
        rows: [],
        watermark: null,
        balances: Object.fromEntries(invoiceNumbers(scope).map((number) => [number, 100])),
        isChargingOn: true,
        customer: scope.newCustomer ? null : 0,
      },
    ],
    processes: count(scope.forks ? 2 : 1).flatMap((database) => [
      ...count(scope.payers).map((nth) => process('payer', database, nth, scope.payers)),
      ...count(scope.reconcilers).map((nth) =>
        process('reconciler', database, nth, scope.reconcilers),
      ),
    ]),
    snapshot: null,
    losses: 0,
    watermarkOutside: null,
    attempts: 0,
    intents: [],
    customers: scope.newCustomer ? 0 : 1,
    replays: {},
    requests: [],
    amount: 100,
    highest: 100,
    wasHealthyCanceled: false,
    counts: { kills: 0, errors: 0, resends: 0, imports: 0, stops: 0, refused: 0, busy: 0 },
  }
}

export const rowOf = ({ rows }: Database, attemptId: string) =>
  rows.find(({ id }) => id === attemptId)

export const intentOf = ({ intents }: World, intentId: string | null) =>
  intents.find(({ id }) => id === intentId)!

/** Returns what may be charged for an invoice: the owed amount, or nothing while another attempt is open. */
export function allowedCents(
  database: Database,
  invoiceNumber: string,
  rules: ChargeRules,
  except?: string,
): number {
  const rows = database.rows.filter((row) => row.invoiceNumber === invoiceNumber)
  if (rows.some(({ id, state }) => state === 'open' && id !== except)) return 0
  const paid = rows.filter(
    ({ state, isAdopted }) => state === 'succeeded' && (rules.adoptedCount || !isAdopted),
  )
  const owed = paid.reduce(
    (left, { amountCents }) => left - amountCents,
    database.balances[invoiceNumber]!,
  )
  return Math.max(0, owed)
}

/** One transaction: reads the row, applies the rule, and writes. Returns the rule's decision. */
export function alignRow(
  database: Database,
  intent: ProviderIntent,
  seen: Comparison.IntentStatus,
  seenBy: Comparison.SeenBy,
  rules: ChargeRules,
  read: { row: Pick<Row, 'state' | 'intentId'> | undefined } = {
    row: rowOf(database, intent.attemptId),
  },
): Comparison.Alignment['do'] {
  const alignment = rules.alignmentOf(read.row, { ...intent, status: seen }, seenBy)
  const { id, attemptId, invoiceNumber, amountCents } = intent
  const stored = rowOf(database, attemptId)
  if (alignment.do === 'store' || alignment.do === 'book') {
    if (stored) stored.intentId ??= id
    if (stored && alignment.do === 'book') stored.state = alignment.outcome
  } else if (alignment.do === 'adopt') {
    const { state } = alignment
    const rest = database.rows.filter((one) => one !== stored)
    const adopted = { id: attemptId, state, intentId: id, amountCents }
    database.rows = [...rest, { ...adopted, invoiceNumber, isAdopted: true }].sort((one, other) =>
      one.id < other.id ? -1 : 1,
    )
  }
  return alignment.do
}
