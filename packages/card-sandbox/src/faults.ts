export const faultKinds = [
  'latency',
  'reset_after',
  'reset_before',
  'slow_execute',
  'status',
  'status_after',
] as const

/** Something to go wrong with the next calls that match. */
export type Fault = {
  /** Any method when it is left out. */
  method?: string
  /** A regular expression on the path; any path when it is left out. */
  path?: string
  /** Only calls about this customer; of any customer when it is left out. */
  customer?: string
  times: number
  kind: (typeof faultKinds)[number]
  ms: number
  status: number
  /** Whether `status` is also what the idempotency key gets from now on; 500 is, unless told. */
  isKept?: boolean
}

export function createFaults() {
  let faults: Fault[] = []
  return {
    all: () => faults,
    add: (fault: Fault) => void faults.push(fault),
    /** Of one customer, or all. */
    clear(customer?: string) {
      faults = customer ? faults.filter((one) => one.customer !== customer) : []
    },
    /** The first fault for this call, used up by it. */
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

/** What the provider itself says when it is in trouble, has enough of us, or a card is declined (402). */
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
