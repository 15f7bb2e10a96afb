import { createServer, type IncomingHttpHeaders } from 'node:http'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import sql from 'sql-template-tag'
import { Webhook } from 'standardwebhooks'
import { onTestFinished } from 'vitest'
import type { PortalEvent } from '@portal/domain/integration/events.schema'
import { createTestDatabase } from '../database/database.ts'
import { documentedFunction } from './documented-commands.ts'
import { openDatabase, withAccount, type Tx } from '../../src/platform/database/database.ts'
import { publishEvent } from '../../src/platform/outbox/outbox.ts'
import { deliverEvents } from '../../src/integration/deliver-events.ts'
import { givePositions } from '../../src/integration/give-positions.ts'
import { webhookSender, type SendWebhook } from '../../src/integration/send-webhook.ts'

export const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`
export const bytesOf = (secret: string) => Buffer.from(secret.slice('whsec_'.length), 'base64')

export interface Received {
  headers: IncomingHttpHeaders
  body: string
  event: PortalEvent
}

type Answer = number | { status: number; headers?: Record<string, string>; body?: string } | 'never'

type IsSigned = (headers: IncomingHttpHeaders, body: string, secret: string) => boolean

/** A foreign system: accepts only events that the public library and the documented function verify with the secret. */
export async function startReceiver(secret: string) {
  const webhook = new Webhook(secret)
  const isSigned = await documentedFunction<IsSigned>('isSigned')
  const received: Received[] = []
  const paths: string[] = []
  const state = { answer: (_event: PortalEvent): Answer => 204 }
  const server = createServer((request, response) => {
    paths.push(request.url ?? '')
    void (async () => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      const event = webhook.verify(body, request.headers as Record<string, string>) as PortalEvent
      if (!isSigned(request.headers, body, secret)) throw new Error('not signed as documented')
      const answer = state.answer(event)
      if (answer === 'never') return
      const {
        status,
        headers = {},
        body: text = '',
      } = typeof answer === 'number' ? { status: answer } : answer
      if (status < 300) received.push({ headers: request.headers, body, event })
      response.writeHead(status, headers).end(text)
    })().catch((error: unknown) => response.writeHead(400).end(String(error)))
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)
  const stop = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => void server.close(() => resolve()))
  }
  onTestFinished(stop)
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    paths,
    /** Sets its responses from now on. */
    answers: (answer: (event: PortalEvent) => Answer) => (state.answer = answer),
    stop,
    start: () => listen(port),
    names: () => received.map(({ event }) => nameOf(event)),
  }
}

/** The name of an event in its test. */
export function nameOf({ data }: PortalEvent): string {
  return 'optedOutBy' in data ? data.optedOutBy.name : ''
}

/** A database, events by name, and workers that deliver them. */
export async function outboxDatabase() {
  const urls = await createTestDatabase()
  const open = (connectionString: string) =>
    openDatabase({ connectionString, name: 'outbox test', size: 10 })
  const [db, systemDb] = [open(urls.appUrl), open(urls.systemUrl)]
  onTestFinished(async () => {
    await Promise.all([db.end(), systemDb.end()])
    await urls.drop()
  })
  const failures: unknown[] = []
  const write = (tx: Tx, accountId: string, name: string) =>
    publishEvent(tx, {
      accountId,
      type: 'autopay.opted_out',
      data: { optedOutBy: { userId: null, name } },
    })

  return {
    db,
    systemDb,
    urls,
    failures,
    write,
    happen: (accountId: string, name: string) =>
      withAccount(db, accountId, (tx) => write(tx, accountId, name)),
    place: () => givePositions(systemDb, []),
    /** Runs one round of one worker. */
    deliver: (send: SendWebhook) =>
      deliverEvents(systemDb, send, new AbortController().signal, (error) => failures.push(error)),
    /** Makes the next tries due. */
    wait: () => systemDb.query(`update outbox_stream set next_try_at = now()`),
    /** Moves all records about the receiver into the past. */
    later: (seconds: number) =>
      systemDb.query(sql`
        update outbox_receiver
           set tried_at = tried_at - make_interval(secs => ${seconds}),
               taken_at = taken_at - make_interval(secs => ${seconds})`),
  }
}

export function senderTo(url: string, secrets: string[], deadline?: number) {
  const sender = webhookSender(
    { url, secrets: secrets.map(bytesOf), allowedNetworks: ['127.0.0.0/8'] },
    deadline,
  )
  onTestFinished(sender.close)
  return sender.send
}
