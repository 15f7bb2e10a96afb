import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { effort } from '../../../../tools/random-tests.ts'

const host = 'Host: localhost\r\n'
const page = `GET / HTTP/1.1\r\n${host}\r\n`

/** The bytes that a client has sent when it resets its connection; it may have read a part of the response. */
export const stages = {
  'before a request': '',
  'within the headers': `GET /health/ready HTTP/1.1\r\n${host}`,
  'while a request waits for the database': `GET /health/ready HTTP/1.1\r\n${host}\r\n`,
  'while a page is sent': page,
  'within an answer': `GET /api/openapi.json HTTP/1.1\r\n${host}\r\n`,
  'within a body': `POST /api/signin HTTP/1.1\r\n${host}Content-Length: 20\r\n\r\n{`,
  'after several requests at once': page.repeat(20),
  'after no HTTP': 'hello\r\n\r\n',
} as const

/** Resets within an upload of records with this key. */
export const withinUpload = (authorization: string) =>
  `POST /api/integration/records HTTP/1.1\r\n${host}Authorization: ${authorization}\r\n` +
  'Content-Type: application/x-ndjson\r\nContent-Length: 100000\r\n\r\n{"record":'

/** Resets within a document for this person, which a thread creates. */
export const withinDocument = (cookie: string, path: string) =>
  `GET ${path} HTTP/1.1\r\n${host}Cookie: ${cookie}\r\n\r\n`

/**
 * Resets a hundred connections at once, each some milliseconds after these bytes; more often in the soak. Every second one
 * is half-closed before.
 */
export async function resetMany(port: number, bytes: string): Promise<void> {
  for (let round = 0; round < effort; round += 1)
    await Promise.all(Array.from({ length: 100 }, (_, nth) => reset(port, bytes, nth)))
}

async function reset(port: number, bytes: string, nth: number): Promise<void> {
  const socket: Socket = connect(port, 'localhost').on('error', () => {})
  await once(socket, 'connect')
  if (bytes) socket.write(bytes)
  if (bytes === stages['within an answer']) await once(socket, 'data')
  if (nth % 2) socket.end()
  if (nth % 4) await sleep(nth % 4)
  socket.resetAndDestroy()
}
