import { parseArgs } from 'node:util'
import { answered, books, deletions, paid, wrongYen } from './books.ts'
import { eventTypes, exampleRecords, signatureCheck } from './documents.ts'
import { follow, receive } from './events.ts'
import { look } from './people.ts'
import { connect, withKey, type PortalEvent } from './portal.ts'
import { asNdjson, corrected, inParts, send } from './send.ts'

/**
 * A program by an engineer who has only docs/openapi.json, docs/integration.md and docs/records.md.
 * It prints its findings, one JSON value per line.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dryRun: { type: 'boolean' },
    skipRejects: { type: 'boolean' },
    gzip: { type: 'boolean' },
    wait: { type: 'string' },
    after: { type: 'string' },
  },
})
const { wait, after, ...sending } = values
const options = { ...sending, ...(wait !== undefined && { wait: Number(wait) }) }
const env = (name: string) => process.env[name] ?? ''
const say = (value: unknown) => console.log(JSON.stringify(value))

const address = env('PORTAL')
const portal = connect(address, withKey(env('KEY')))
const asOf = '2026-11-02T02:00:00Z'

const commands: Record<string, (argument: string) => Promise<void>> = {
  examples: async () => say(await send(portal, exampleRecords(), options)),
  wrong: async () => say(await send(portal, asNdjson([...books(asOf), wrongYen]), options)),
  correct: async () => say(await corrected(portal, [...books(asOf), wrongYen])),
  parts: async () => say(await inParts(portal, 25)),
  paid: async (event) =>
    say(await send(portal, asNdjson(paid(JSON.parse(event) as PortalEvent)), options)),
  answer: async (event) =>
    say(await send(portal, asNdjson(answered(JSON.parse(event) as PortalEvent)), options)),
  delete: async () => say(await send(portal, asNdjson(deletions), options)),
  follow: async () => {
    for await (const event of follow(portal, after === undefined ? undefined : Number(after)))
      say(event)
  },
  receive: async () => say(await receive(await signatureCheck(), env('SECRET'), say)),
  types: async () => say(eventTypes()),
  look: async (invoiceNumber) =>
    say(await look(connect(address, { cookie: env('COOKIE') }), invoiceNumber)),
}

const [command = '', argument = ''] = positionals
try {
  await commands[command]!(argument)
} catch (error) {
  say({ failed: (error as Error).message })
  process.exitCode = 1
}
