import { once } from 'node:events'
import type { OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { Refusal } from './refusal.ts'
import type { Actor, Scope } from '../database/scope.ts'

/** A heavy call whose access was checked, and its caller. */
export interface AskedCall {
  requestId: string
  method: 'GET' | 'HEAD' | 'POST'
  url: string
  headers: Record<string, string | string[] | undefined>
  payload: string | undefined
  address: string
  actor: Actor
  scope: Scope
  /** Receives the head of the response, and one part of its body per message. */
  port: MessagePort
}

export type AnswerPart = Uint8Array | 'end' | 'failed'

export interface AnswerHead {
  status: number
  headers: OutgoingHttpHeaders
}

/**
 * Runs heavy calls in a separate thread, so that no computation delays other requests, and a computation that fills
 * the memory does not end the process. A thread that has ended is replaced at the next call.
 */
export class HeavyThread {
  readonly #program: URL
  readonly #log: Deps['log']
  readonly #patienceMs: number
  #thread: Worker | undefined

  /**
   * The program reports when it is ready, and then answers what its parent sends. If it is silent for `patienceMs` while a
   * call waits, it counts as hanging and is ended.
   */
  constructor(program: URL, log: Deps['log'], patienceMs = 60_000) {
    this.#program = program
    this.#log = log
    this.#patienceMs = patienceMs
  }

  /**
   * Resolves when the thread takes calls. The server must listen after that: its first calls would wait for the thread,
   * and meanwhile fill the places for heavy work. Rejects if the thread fails or ends.
   */
  async start(): Promise<void> {
    const thread = this.#started()
    const ended = once(thread, 'exit').then(() => {
      throw new Error('The thread of heavy calls ended at its start')
    })
    await Promise.race([once(thread, 'message'), ended])
  }

  /** Sends the thread's response. Throws a Refusal if the thread or the client is gone before the response starts. */
  answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const thread = this.#started()
    const { port1, port2 } = new MessageChannel()
    const { head, body } = receive(port1, {
      patienceMs: this.#patienceMs,
      onSilence: () => void thread.terminate(),
      onGone: () => this.#forget(thread),
    })
    reply.raw.once('close', () => body.destroy())
    thread.postMessage({ ...askedCall(request), port: port2 }, [port2])
    const { status, headers } = await head
    return reply.code(status).headers(headers).send(body)
  }

  #started(): Worker {
    if (this.#thread) return this.#thread
    const resourceLimits = { maxOldGenerationSizeMb: 512 }
    const thread = new Worker(this.#program, { name: 'heavy calls', resourceLimits })
    let err: unknown
    thread.on('error', (error) => (err = error))
    thread.on('exit', (code) => {
      this.#log.error({ event: 'heavy.failed', err, code }, 'The thread of heavy calls ended')
      this.#forget(thread)
    })
    return (this.#thread = thread)
  }

  #forget(thread: Worker): void {
    if (this.#thread === thread) this.#thread = undefined
  }

  async end(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    await thread?.removeAllListeners('exit').terminate()
  }
}

/** Headers of the connection, which are not sent to the thread. */
const ofConnection = new Set(['connection', 'content-length', 'cookie', 'expect', 'host'])

function askedCall(request: FastifyRequest): Omit<AskedCall, 'port'> {
  const { id, method, url, address, body, actor, scope } = request
  if (!actor || !scope) throw new Error('a heavy call needs a company')
  const headers = Object.entries(request.headers).filter(([name]) => !ofConnection.has(name))
  return {
    requestId: id,
    method: method as AskedCall['method'],
    url,
    headers: Object.fromEntries(headers),
    payload: body === undefined ? undefined : JSON.stringify(body),
    address,
    actor,
    scope,
  }
}

/**
 * Reads a response as fast as its client takes it. Ending the body ends the work for it; the head is settled only when the
 * thread has finished its computation.
 */
function receive(
  port: MessagePort,
  thread: { patienceMs: number; onSilence: () => void; onGone: () => void },
): { head: Promise<AnswerHead>; body: Readable } {
  const failed = new Refusal(503, 'The portal is busy. Please try again in a moment.')
  const wait = () => setTimeout(thread.onSilence, thread.patienceMs)
  let waiting = wait()
  let hasBegun = false
  let isOver = false
  const end = () => {
    isOver = true
    port.close()
  }
  const body = new Readable({
    read() {
      waiting = wait()
      port.postMessage('next')
    },
    destroy(error, done) {
      if (hasBegun) end()
      else port.postMessage('gone')
      done(error)
    },
  })
  // Until the response starts, there is no other listener for errors.
  body.on('error', () => {})
  const head = new Promise<AnswerHead>((resolve, reject) => {
    port.on('message', (received: AnswerHead | AnswerPart) => {
      clearTimeout(waiting)
      if (received === 'failed' || body.destroyed) end()
      else if (received === 'end') body.push(null)
      else if (received instanceof Uint8Array) body.push(received)
      else {
        hasBegun = true
        resolve(received)
      }
    })
    port.on('close', () => {
      clearTimeout(waiting)
      if (!isOver) thread.onGone()
      reject(failed)
      body.destroy(failed)
    })
  })
  return { head, body }
}
