import { intentEvents, outsideEvents } from './charge-events.ts'
import {
  firstWorld,
  intentOf,
  rowOf,
  smallScope,
  type ChargeRules,
  type Process,
  type Scope,
  type Step,
  type World,
} from './charge-model.ts'
import { payerSteps } from './charge-payer.ts'
import { executions } from './charge-provider.ts'
import { reconcilerSteps } from './charge-reconciler.ts'

export interface Found {
  states: number
  /** True if every state of the scope was tried. */
  isComplete: boolean
  /** A shortest sequence for each kind of harm. */
  harms: Map<string, string[]>
}

/**
 * Tries every order of the steps of a scope, breadth first, until `mostStates` are known. Each transaction is one step. A
 * request is sent, executed and answered in separate steps, possibly long after its sender has ended. Every `calmEach`th
 * state is also calmed: faults end, requests in progress are executed, and each database pays once more.
 */
export function searchCharges(
  rules: ChargeRules,
  part: Partial<Scope>,
  { mostStates, calmEach = 25, stopsAtHarm = false }: SearchBounds,
): Found {
  const scope = { ...smallScope, ...part }
  const first = firstWorld(scope)
  const queue: (World | undefined)[] = [first]
  const [parents, names] = [[-1], ['']]
  const seen = new Set([hash(first)])
  const harms = new Map<string, string[]>()
  const trail = (at: number): string[] => (at > 0 ? [...trail(parents[at]!), names[at]!] : [])
  const note = (found: string[], at: number) => {
    for (const harm of found) if (!harms.has(harm)) harms.set(harm, trail(at))
  }
  let next = 0
  for (; next < queue.length && queue.length < mostStates; next += 1) {
    const world = queue[next]
    // Millions of states do not fit into memory, so only the hash of an expanded state is kept.
    queue[next] = undefined
    if (!world) continue
    for (const [name, happens] of stepsOf(world, scope, rules)) {
      const after = clone(world)
      happens(after)
      const key = hash(after)
      if (seen.has(key)) continue
      seen.add(key)
      const at = queue.push(after) - 1
      parents.push(next)
      names.push(name)
      const found = harmsOf(after)
      note(found, at)
      if (found.length) queue[at] = undefined
      else if (at % calmEach === 0) note(harmsOfCalm(after, scope, rules), at)
      if (stopsAtHarm && harms.size) return { states: queue.length, isComplete: false, harms }
    }
  }
  return { states: queue.length, isComplete: next >= queue.length, harms }
}

export interface SearchBounds {
  mostStates: number
  calmEach?: number
  stopsAtHarm?: boolean
}

function* stepsOf(world: World, scope: Scope, rules: ChargeRules): Generator<Step> {
  for (const [by, { role, database }] of world.processes.entries())
    if (world.databases[database])
      yield* role === 'payer'
        ? payerSteps(world, by, scope, rules)
        : reconcilerSteps(world, by, rules)
  for (const nth of world.requests.keys()) yield* executions(world, nth, scope, rules)
  for (const intent of world.intents) yield* intentEvents(world, intent, scope, rules)
  yield* outsideEvents(world, scope)
}

function charged({ intents }: World, number: string): number {
  const paid = intents.filter((one) => one.invoiceNumber === number && one.status === 'succeeded')
  return paid.reduce((sum, { amountCents }) => sum + amountCents, 0)
}

function harmsOf(world: World): string[] {
  const harms = []
  for (const number of Object.keys(world.databases[0]!.balances))
    if (charged(world, number) > (number === '1' ? world.highest : 100)) harms.push('double charge')
  if (world.wasHealthyCanceled) harms.push('a healthy attempt was canceled as unknown')
  return harms
}

/**
 * Returns the harms after calming: faults end, requests in progress are executed, reconcilers and the list of events
 * finish, and each database pays what is payable.
 */
function harmsOfCalm(troubled: World, scope: Scope, rules: ChargeRules): string[] {
  const world = clone(troubled)
  const idle = (process: Process): Process => ({ ...process, work: { kind: 'idle' } })
  const reconcilers = world.databases.map((_, database): Process => ({
    role: 'reconciler',
    name: 'reconciler',
    database,
    work: { kind: 'idle' },
  }))
  world.processes = [...world.processes.map(idle), ...reconcilers]
  for (const request of world.requests) request.by = -1
  world.snapshot = null
  for (const database of world.databases) database.balances['1'] = world.amount
  const calm = {
    ...smallScope,
    invoices: scope.invoices,
    promotes: scope.promotes,
    forks: scope.forks,
    newCustomer: scope.newCustomer,
    losses: 0,
    kills: 0,
    declines: false,
    events: true,
    attempts: world.attempts,
  }
  const harms = rest(world, calm, rules) ? [] : ['never comes to rest']
  harms.push(...harmsOf(world), ...disagreements(world))
  const canPay = ({ isChargingOn, balances }: World['databases'][0]) =>
    isChargingOn && Object.values(balances).every((cents) => cents > 0)
  if (!harms.length && world.databases.every(canPay)) {
    for (const [by, { role }] of world.processes.entries()) {
      if (role !== 'payer') continue
      for (const [other, process] of world.processes.entries())
        if (other !== by) process.work = { kind: 'absent' }
      if (!rest(world, { ...calm, attempts: world.attempts + 1 }, rules))
        harms.push('a payment in a calm system never comes to rest')
      world.processes = world.processes.map(idle)
      rest(world, { ...calm, attempts: world.attempts }, rules)
    }
    harms.push(...harmsOf(world).map((harm) => `${harm} by the next payment`))
    if (scope.invoices === 1 && charged(world, '1') < world.amount) harms.push('unpayable')
  }
  return harms.map((harm) => `after calm: ${harm}`)
}

/** Takes steps until none is left. Returns false if that takes too many. */
function rest(world: World, calm: Scope, rules: ChargeRules): boolean {
  for (let steps = 0; steps < 150; steps += 1) {
    const step = nextCalmStep(world, calm, rules)
    if (!step) return true
    step(world)
  }
  return false
}

function nextCalmStep(world: World, calm: Scope, rules: ChargeRules): Step[1] | undefined {
  // Banks approve in a calm system, which is the harder case, because money moves.
  for (const [name, happens] of stepsOf(world, calm, rules))
    if (!/^(the customer|processing).*requires_payment_method$/.test(name)) return happens
  return undefined
}

function disagreements(world: World): string[] {
  const { databases, intents } = world
  const harms = []
  const rows = databases.flatMap((database) => database.rows)
  if (rows.some(({ state }) => state === 'open')) harms.push('an attempt never ends')
  const isBooked = (attemptId: string) =>
    databases.every((database) => rowOf(database, attemptId)?.state === 'succeeded')
  if (intents.some(({ status, attemptId }) => status === 'succeeded' && !isBooked(attemptId)))
    harms.push('money at the provider that a database does not know')
  if (
    rows.some(
      ({ state, intentId }) =>
        state === 'succeeded' && intentOf(world, intentId).status !== 'succeeded',
    )
  )
    harms.push('booked as paid though no money moved')
  return harms
}

function clone<T>(value: T): T {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(clone) as T
  const copy: Record<string, unknown> = {}
  for (const key in value) copy[key] = clone(value[key])
  return copy as T
}

/** Returns 53 bits that identify a state, regardless of the order of requests in progress. */
function hash(world: World): number {
  if (world.requests.length > 1)
    world.requests.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
  const text = JSON.stringify(world)
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return 4294967296 * (2097151 & low) + (high >>> 0)
}
