import { setTimeout as pause } from 'node:timers/promises'
import type { CallName } from '@portal/domain/calls'
import { headersOf, type Call } from '@portal/domain/kernel/call'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Other, type Answers, type Asked } from './answers.ts'
import { noteRequest, recordedFor, requestKey, type Recorded } from './recorded.ts'

/** With RECORD=1 (`npm run record-answers`), a read without an answer goes to the real server. */
let record: ((person: string, asked: string) => Promise<Recorded>) | undefined
if (process.env['RECORD']) {
  const { openRecordedWorld } = await import('../../apps/server/test/answers/recorded-world.ts')
  const world = await openRecordedWorld()
  record = async (person, asked) => {
    const answer = await world.record(person, asked)
    recordedFor(person).set(asked, answer)
    return answer
  }
}

/** Calls that only read, although they are POST: their selection is too long for an address. */
const readingPosts = new Set<CallName>(['listInvoiceRecipients', 'listUserCategories'])

/** Requests that depend on the visible rows cannot be recorded: without a given answer they find nothing. */
const defaults: Answers = { compareInvoices: { differences: [] } }

/** The answers of the stub to the page of one test, and the requests of that page. */
export class Desk {
  readonly #missing: string[] = []
  readonly #asked: { name: CallName; asked: Asked }[] = []
  readonly #given = new Set<string>()
  #answers: Answers = {}
  #rights = 0

  constructor(
    readonly person: string,
    answers: Answers,
  ) {
    this.answer(answers)
  }

  /** Replaces these answers from now on. */
  answer(answers: Answers): void {
    this.#answers = { ...this.#answers, ...answers }
    for (const name of Object.keys(answers)) this.#given.add(name)
    // The next response contains the changed rights, as on the server.
    if ('getMyself' in answers) this.#rights += 1
  }

  /** The data of each request of a call. */
  asked(name: CallName): Asked[] {
    return this.#asked.filter((one) => one.name === name).map(({ asked }) => asked)
  }

  /** Waits a while for given answers that the page is only about to request. */
  async settle(): Promise<void> {
    for (let tries = 0; tries < 100 && this.#unused().length > 0; tries += 1) await pause(50)
  }

  /** Requests without an answer, and given answers that no request received. */
  faults(): string[] {
    return [
      ...this.#missing,
      ...this.#unused().map((name) => `${name} was given and never requested`),
    ]
  }

  #unused(): string[] {
    const names = new Set<string>(this.#asked.map(({ name }) => name))
    return [...this.#given].filter((name) => !names.has(name))
  }

  async reply(name: CallName, call: Call, request: FastifyRequest, reply: FastifyReply) {
    const { params, query, body, headers } = request
    const asked = { params, query, body, headers } as unknown as Asked
    this.#asked.push({ name, asked })
    if ('x-rights' in headersOf(call)) reply.header('x-rights', `${this.#rights} of ${this.person}`)
    const key = requestKey(request.method, request.url, body)
    const isRead = call.method === 'GET' || readingPosts.has(name)
    const recorded = () => this.#recorded(key, isRead)
    const given: unknown = name in this.#answers ? this.#answers[name] : defaults[name]
    if (typeof given === 'function')
      return send(call, reply, await given(asked, async () => (await recorded())?.answer))
    if (given !== undefined) return send(call, reply, given)
    const found = await recorded()
    if (found) return reply.headers(found.headers ?? {}).send(found.answer)
    this.#missing.push(`${name} has no answer. Give one, or run npm run record-answers: ${key}`)
    return reply.code(400).send({ message: 'The test gives no answer to this call.' })
  }

  async #recorded(key: string, isRead: boolean): Promise<Recorded | undefined> {
    if (record && isRead) noteRequest(this.person, key)
    return recordedFor(this.person).get(key) ?? (isRead ? record?.(this.person, key) : undefined)
  }
}

function send(call: Call, reply: FastifyReply, answer: unknown) {
  if (answer instanceof Other)
    return reply.code(answer.status).headers(answer.headers).send(answer.body)
  if (Array.isArray(answer) && call.sends && 'x-count' in call.sends)
    reply.header('x-count', answer.length)
  return reply.send(answer)
}
