export const faultKinds = [
  'latency',
  'reset_after',
  'reset_before',
  'slow_execute',
  'status',
  'status_after',
] as const

/** A fault for the next calls that match. */
export type Fault = {
  /** The method; any method if absent. */
  method?: string
  /** A regular expression for the path; any path if absent. */
  path?: string
  /** Only calls about this customer; any customer if absent. */
  customer?: string
  times: number
  kind: (typeof faultKinds)[number]
  ms: number
  status: number
  /** Whether `status` is stored as the answer for the idempotency key; by default only 500 is. */
  isKept?: boolean
}

export function createFaults() {
  let faults: Fault[] = []
  const held = new Set<() => void>()
  return {
    all: () => faults,
    add: (fault: Fault) => void faults.push(fault),
    /** Removes the faults of one customer, or all. */
    clear(customer?: string) {
      faults = customer ? faults.filter((one) => one.customer !== customer) : []
    },
    /** Resolves after `ms`, or when held calls are released. */
    async hold(ms: number) {
      let release!: () => void
      const released = new Promise<void>((resolve) => (release = resolve))
      const timer = setTimeout(release, ms)
      held.add(release)
      await released
      held.delete(release)
      clearTimeout(timer)
    },
    /** Executes the held calls now. Returns their number. */
    release() {
      for (const release of held) release()
      return held.size
    },
    /** Returns the first fault for this call and uses it up. */
    take(method: string, path: string, customer?: string) {
      const fault = faults.find(
        (one) =>
          (!one.method || one.method.toUpperCase() === method) &&
          (!one.path || new RegExp(one.path).test(path)) &&
          (!one.customer || one.customer === customer),
      )
      if (!fault) return undefined
      fault.times -= 1
      if (fault.times <= 0) faults = faults.filter((one) => one !== fault)
      return fault
    },
  }
}

export type Faults = ReturnType<typeof createFaults>

/** Returns the provider's body for its own errors, for too many requests, and for a declined card (402). */
export function troubleBody(status: number) {
  return { error: troubles[status] ?? backendTrouble }
}

const troubles: Record<number, object> = {
  402: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' },
  429: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' },
}
const backendTrouble = {
  type: 'api_error',
  message: 'Sorry! There was an error while talking to our backends.',
}
