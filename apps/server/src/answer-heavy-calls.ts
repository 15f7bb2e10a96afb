import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { parentPort, type MessagePort } from 'node:worker_threads'
import Fastify from 'fastify'
import { addRoutes, logController, traceRequests } from './app.ts'
import { readConfig } from './config.ts'
import { openDeps } from './open-deps.ts'
import { answerErrors } from './platform/http/errors.ts'
import type { AnswerHead, AnswerPart, AskedCall } from './platform/http/heavy-thread.ts'
import { logOptions } from './platform/log/log.ts'
import { declareAsker } from './platform/database/scope.ts'
import { nameInLog } from './platform/log/trace.ts'
import { validateSchemas } from './platform/http/validation.ts'

interface Asking extends AskedCall {
  /** Settles when the handler has finished its work, which may be after the client has disconnected. */
  handled?: unknown
}

const asking = new AsyncLocalStorage<Asking>()

/** Runs the calls that `HeavyThread` sends through the routes of the server, which has already checked the access. */
export async function answerHeavyCalls(): Promise<void> {
  const config = readConfig(process.env)
  const app = Fastify({
    logger: logOptions(config.logLevel),
    logController: logController(true),
    genReqId: () => asking.getStore()!.requestId,
  })
  const deps = openDeps(config, app.log, 'heavy', undefined, config.heavyCalls)
  await traceRequests(app)
  app.decorate('isForHeavyCalls', true)
  validateSchemas(app)
  answerErrors(app)
  declareAsker(app)
  app.addHook('onRequest', async (request, reply) => {
    const { address, actor, scope, port } = asking.getStore()!
    Object.assign(request, { address, actor, scope })
    nameInLog(request, reply, actor, scope)
    port.once('close', () => reply.raw.destroy())
    port.on('message', (message) => {
      if (message === 'gone') reply.raw.destroy()
    })
  })
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      return (asking.getStore()!.handled = handler.call(this, request, reply))
    }
  })
  await addRoutes(app, deps)
  await app.ready()
  const answer = async ({ method, url, headers, payload, port }: AskedCall) => {
    const given = payload === undefined ? {} : { payload }
    const got = await app.inject({ method, url, headers, ...given, payloadAsStream: true })
    const { connection: _, date: __, 'transfer-encoding': ___, ...kept } = got.headers
    port.postMessage({ status: got.statusCode, headers: kept } satisfies AnswerHead)
    await sendBody(got.stream(), port)
  }
  parentPort!.on('message', (asked: Asking) => {
    asking.run(asked, answer, asked).catch(async (err: unknown) => {
      app.log.warn({ requestId: asked.requestId, err }, 'a heavy call was not answered to its end')
      await Promise.resolve(asked.handled).catch(() => {})
      asked.port.postMessage('failed' satisfies AnswerPart)
    })
  })
  parentPort!.postMessage('ready')
}

/** Sends one part per message of the parent, so that a slow client does not fill the memory. */
async function sendBody(body: Readable, port: MessagePort): Promise<void> {
  const parts = body[Symbol.asyncIterator]()
  for (;;) {
    await once(port, 'message')
    const { done, value } = (await parts.next()) as IteratorResult<Uint8Array, undefined>
    port.postMessage((done ? 'end' : value) satisfies AnswerPart)
    if (done) return
  }
}
