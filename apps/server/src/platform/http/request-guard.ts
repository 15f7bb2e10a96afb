import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { Refusal } from './refusal.ts'
import { pageRoute, pathOf } from './web-pages.ts'

const longestPath = 512

/**
 * Returns the address to route. An address that is too long for routing is replaced by a short one, because no route reads it.
 */
export const routedAddress = (url: string) => (pathOf(url).length > longestPath ? '/' : url)

const refused = () => new Refusal(400, 'The request contains characters that are not allowed.')

/**
 * Refuses text that PostgreSQL cannot store (NUL, half a surrogate pair, broken percent-encoding, which would cause a
 * 500), and text that no person types. In the address of a page, only the browser reads such text, and drops it.
 */
export function guardRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.originalUrl !== request.url) throw new Refusal(414, 'The address is too long.')
    if (request.routeOptions.url === pageRoute) return
    const { url } = request.raw
    if (!url || !/[%\0]/.test(url)) return
    try {
      if (decodeURIComponent(url).includes('\0')) throw refused()
    } catch {
      throw refused()
    }
  })
  app.addHook('preValidation', async (request) => {
    if (request.routeOptions.url === pageRoute) return
    for (const part of [request.params, request.query, request.body]) refuseBadText(part, [])
  })
}

const deepest = 20
/** Control characters other than tab and line ends. */
const control = /(?![\t\n\r])\p{Cc}/u

function refuseBadText(value: unknown, path: readonly string[]): void {
  if (typeof value === 'string') {
    const field = path.join('.') || 'body'
    if (!value.isWellFormed()) throw new Refusal(400, `${field}: contains half a surrogate pair`)
    if (control.test(value)) throw new Refusal(400, `${field}: contains a control character`)
    return
  }
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return
  // The consumer of a stream reads it line by line.
  if (value instanceof Readable) return
  // No valid value of the portal is nested this deep.
  if (path.length > deepest) throw refused()
  for (const [key, entry] of Object.entries(value)) {
    // An error message must not repeat such a name.
    if (!key.isWellFormed() || control.test(key)) throw refused()
    refuseBadText(entry, [...path, key])
  }
}
