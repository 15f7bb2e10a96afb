import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { HeavyThread } from './heavy-thread.ts'
import { Refusal, tooMany } from './refusal.ts'

/** The session and company of waiting work, and the functions that start or refuse it. */
interface Waiting {
  session: string
  company: string
  begin: () => void
}

/** How much heavy work may run at the same time. */
export interface HeavyLimits {
  ofSession: number
  ofCompany: number
  ofServer: number
  /** How long work may wait for a place; a connection without a response is closed after 20 s. */
  patienceMs: number
}

/**
 * The places for heavy work in this process. Work that waits for a place of its session or company does not delay other
 * companies: a free place goes to the company with the least running work.
 */
export class HeavyWork {
  readonly #limits: HeavyLimits
  readonly #running = new Map<string, number>()
  #places = 0
  #waiting: Waiting[] = []

  constructor(limits: HeavyLimits) {
    this.#limits = limits
  }

  /** Waits for a place. Returns the function that releases it. Throws a Refusal if the work waits too long. */
  async enter(session: string, company: string): Promise<() => void> {
    const who = { session: `session ${session}`, company: `company ${company}` }
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(tooLong)
        resolve()
      }
      const one = { ...who, begin }
      const tooLong = setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== one)
        reject(busy())
      }, this.#limits.patienceMs)
      this.#waiting.push(one)
      this.#beginNext()
    })
    return () => {
      this.#places -= 1
      for (const key of [who.session, who.company]) this.#count(key, -1)
      this.#beginNext()
    }
  }

  #beginNext(): void {
    const { ofSession, ofCompany, ofServer } = this.#limits
    if (this.#places >= ofServer) return
    const next = this.#waiting
      .filter(
        ({ session, company }) =>
          this.#runningOf(session) < ofSession && this.#runningOf(company) < ofCompany,
      )
      .toSorted((one, other) => this.#runningOf(one.company) - this.#runningOf(other.company))[0]
    if (!next) return
    this.#waiting = this.#waiting.filter((one) => one !== next)
    this.#places += 1
    for (const key of [next.session, next.company]) this.#count(key, 1)
    next.begin()
  }

  #runningOf(key: string): number {
    return this.#running.get(key) ?? 0
  }

  #count(key: string, change: 1 | -1): void {
    const count = this.#runningOf(key) + change
    if (count > 0) this.#running.set(key, count)
    else this.#running.delete(key)
  }
}

const sessionOf = ({ sessionHash, address }: FastifyRequest) =>
  sessionHash?.toString('base64url') ?? address

const busy = () =>
  tooMany('The portal is busy. Please wait 10 seconds and try again.', 10, 'heavy calls', true)

const limits = { ofSession: 2, ofCompany: 4, patienceMs: 10_000 }
const mostUnderWay = limits.ofSession + 20

/**
 * Makes heavy calls wait for a place before their handlers. The place is released when the computation for the call has
 * ended, even if the client disconnected before. If there is a thread, it answers these calls.
 */
export function limitHeavyWork(app: FastifyInstance, ofServer: number, thread?: HeavyThread): void {
  const work = new HeavyWork({ ...limits, ofServer })
  const limited = new WeakSet<RouteHandlerMethod>()
  const underWay = new Map<string, number>()
  // Runs before the session lookup: too many calls of one session cause no query.
  app.addHook('onRequest', async (request, { raw }) => {
    if (!request.routeOptions.config.call?.isHeavy) return
    const key = sessionOf(request)
    const count = underWay.get(key) ?? 0
    if (count >= mostUnderWay) throw busy()
    underWay.set(key, count + 1)
    raw.once('close', () => {
      const left = (underWay.get(key) ?? 1) - 1
      if (left > 0) underWay.set(key, left)
      else underWay.delete(key)
    })
  })
  app.addHook('onClose', () => thread?.end())
  app.addHook('onRoute', (route) => {
    // The HEAD route has the handler of the GET route, which is already limited.
    if (!route.config?.call?.isHeavy || limited.has(route.handler)) return
    const answer = thread ? thread.answer : route.handler
    route.handler = async function (request, reply) {
      const leave = await work.enter(
        sessionOf(request),
        request.scope?.accountId ?? request.address,
      )
      try {
        if (reply.raw.destroyed) throw new Refusal(503, 'The client has closed its connection.')
        return await answer.call(this, request, reply)
      } finally {
        leave()
      }
    }
    limited.add(route.handler)
  })
}
