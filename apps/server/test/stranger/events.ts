import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { patiently, type Portal, type PortalEvent } from './portal.ts'

/** Events that are no longer kept. */
type Missed = { missed: string }

/** Yields the events after a position, in order, and waits for more if there are none. */
export async function* follow(
  portal: Portal,
  first?: number,
): AsyncGenerator<PortalEvent | Missed> {
  let after = first
  for (;;) {
    const page = await patiently(() =>
      portal.GET('/api/integration/events', {
        params: { query: { limit: 2, ...(after !== undefined && { after }) } },
      }),
    )
    if (page.response.status === 410) {
      yield { missed: page.error?.message ?? '' }
      after = undefined
      continue
    }
    // Including 409: the position stays unchanged, and the operator must decide.
    if (!page.data) throw new Error(`${page.response.status}: ${page.error.message}`)
    yield* page.data.events
    after = page.data.position
    if (page.data.events.length === 0) await sleep(200)
  }
}

type IsSigned = (headers: IncomingHttpHeaders, body: string, secret: string) => boolean

/** Receives the events that the portal sends, each once. Returns the address to send them to. */
export async function receive(
  isSigned: IsSigned,
  secret: string,
  take: (event: PortalEvent) => void,
) {
  const known = new Set<string>()
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (!isSigned(request.headers, body, secret)) return response.writeHead(401).end()
      const event = JSON.parse(body) as PortalEvent
      if (!known.has(event.id)) take(event)
      known.add(event.id)
      return response.writeHead(204).end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}/`
}
