import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import type { EventsConfig } from '../config.ts'
import {
  ForbiddenAddress,
  isAllowedAddress,
  Networks,
  publicLookup,
} from '../platform/http/public-lookup.ts'
import { calling } from '../platform/log/trace.ts'
import { webhookHeaders } from './webhook-signature.ts'

/** The time limit of one delivery, from the DNS lookup to the last byte of the response. */
const longestTime = 15_000
/** How many bytes of a response body are read: enough to show an error. */
const longestAnswer = 4096

export type Delivery = 'delivered' | { problem: string; isAway: boolean }

export interface Webhook {
  id: string
  body: string
}

/**
 * Sends one event; never throws. `isAway` means that there was no response, or only the response of a proxy in front of
 * the receiver.
 */
export type SendWebhook = (webhook: Webhook) => Promise<Delivery>

/** Returns a function that sends to the configured endpoint and follows no redirects. */
export function webhookSender(
  { url, secrets, allowedNetworks }: EventsConfig,
  deadline = longestTime,
): { send: SendWebhook; close: () => void } {
  const target = new URL(url)
  const allowed = new Networks(allowedNetworks)
  const protocol = target.protocol === 'https:' ? https : http
  const agent = new protocol.Agent({ keepAlive: true, maxSockets: 16 })
  const lookup = publicLookup(allowed)
  return {
    send: async ({ id, body }) => {
      try {
        // An IP address needs no lookup, so it is checked here.
        const address = target.hostname.replace(/^\[|\]$/g, '')
        if (isIP(address) && !isAllowedAddress(address, allowed))
          throw new ForbiddenAddress(address)
        const signal = AbortSignal.timeout(deadline)
        return await calling('Receiver of events', (trace) => {
          const headers = {
            ...trace,
            'content-type': 'application/json; charset=utf-8',
            'content-length': Buffer.byteLength(body),
            'user-agent': 'licensing-billing-portal',
            ...webhookHeaders(id, body, secrets),
          }
          const options = { method: 'POST', headers, agent, lookup, signal }
          const request = protocol.request(target, options)
          return answerTo(request, body).catch((error: unknown) => {
            // The receiver closed a kept connection just when it was reused. This is not a failure.
            if (!request.reusedSocket || signal.aborted) throw error
            return answerTo(protocol.request(target, { ...options, agent: false }), body)
          })
        })
      } catch (error) {
        return { problem: reasonOf(error, deadline), isAway: true }
      }
    },
    close: () => agent.destroy(),
  }
}

function answerTo(request: http.ClientRequest, body: string): Promise<Delivery> {
  return new Promise((resolve, reject) => {
    request.once('error', reject)
    request.once('response', (response) => {
      let text = ''
      const judge = () => resolve(judgeAnswer(response.statusCode ?? 0, text))
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1')
        if (text.length <= longestAnswer) return
        judge()
        response.destroy()
      })
      response.once('end', judge)
      response.once('error', reject)
    })
    request.end(body)
  })
}

/** The statuses with which proxies respond if a receiver is down or overloaded. */
const awayStatuses = new Set([429, 502, 503, 504])

function judgeAnswer(status: number, text: string): Delivery {
  if (status >= 200 && status < 300) return 'delivered'
  const said = text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, 200)
  return { problem: `answered ${status} ${said}`.trim(), isAway: awayStatuses.has(status) }
}

function reasonOf(error: unknown, deadline: number): string {
  if (error instanceof AggregateError && error.errors.length)
    return reasonOf(error.errors[0], deadline)
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return `no response within ${deadline / 1000} s`
  if (error instanceof ForbiddenAddress)
    return `not sent: ${error.message}, which is not public (EVENTS_ALLOWED_NETWORKS)`
  return error.message
}
