import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import type { Ask } from '../session/sign-in.ts'

/** Like fetch without following redirects, for a server whose certificate only the test knows. */
export function fetchWith(certificate: string): Ask {
  const agent = new Agent({ ca: readFileSync(certificate), keepAlive: true })
  return (address, { method = 'GET', headers, body }) =>
    new Promise((resolve, reject) => {
      const sent = request(address, { method, headers, agent, timeout: 70_000 }, (received) => {
        const parts: Buffer[] = []
        received
          .on('data', (part: Buffer) => parts.push(part))
          .on('error', reject)
          .on('end', () => {
            const { statusCode: status = 0, rawHeaders } = received
            const names = rawHeaders.filter((_, at) => at % 2 === 0)
            const pairs = names.map((name, at): [string, string] => [name, rawHeaders[2 * at + 1]!])
            const isEmpty = status === 204 || status === 304
            resolve(new Response(isEmpty ? null : Buffer.concat(parts), { status, headers: pairs }))
          })
      })
      sent.on('timeout', () => sent.destroy(new Error('no response for 70 s')))
      sent.on('error', reject)
      sent.end(body)
    })
}
