import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { Refusal } from './refusal.ts'
import { pageRoute } from './web-pages.ts'

const refused = () => new Refusal(400, 'The request contains characters that are not allowed.')

/**
 * NUL and broken percent-encoding would otherwise reach PostgreSQL and come back as a 500. The address of a page is
 * read by the browser alone, which drops them.
 */
export function guardRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
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
    if (containsNul(request.body, 0)) throw refused()
  })
}

/** Depth is bounded too: nothing the portal accepts is nested this deep. */
function containsNul(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return false
  // Read by whoever takes it, line by line.
  if (value instanceof Readable) return false
  if (depth > 20) return true
  return Object.entries(value).some(
    ([key, entry]) => key.includes('\0') || containsNul(entry, depth + 1),
  )
}
