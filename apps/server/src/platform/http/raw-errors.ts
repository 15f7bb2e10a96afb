import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Refusal } from './refusal.ts'

type Headers = Record<string, string>

const messages: Record<number, string> = {
  400: 'The request could not be read.',
  408: 'The request took too long.',
  417: 'The request expects what the portal does not do.',
  431: 'The headers of the request are too large.',
}

const statusOf = (code: string | undefined) =>
  ({ ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 })[code ?? ''] ?? 400

function answerOf(status: number, headers: Headers) {
  const body = JSON.stringify({ message: messages[status] })
  const all = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  return { body, headers: all }
}

/** Responds to bytes that are not an HTTP request, with the headers and shape of all other refusals. */
export function answerUnparsed(headers: Headers) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    const { _httpMessage: begun } = socket as Socket & { _httpMessage?: ServerResponse | null }
    if (error.code === 'ECONNRESET' || !socket.writable || begun?.headersSent) {
      socket.destroy()
      return
    }
    const status = statusOf(error.code)
    const answer = answerOf(status, headers)
    const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${answer.body}`,
      () => socket.destroy(),
    )
  }
}

/** Refuses the requests that Node itself would refuse without our headers. */
export function refuseOddRequests(app: FastifyInstance, headers: Headers): void {
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const answer = answerOf(417, headers)
    response.writeHead(417, answer.headers).end(answer.body)
  })
  // Node's own check (`requireHostHeader`) is off. With two Host headers, a proxy could use the other one.
  app.addHook('onRequest', async ({ raw }) => {
    const isHost = (name: string, index: number) => index % 2 === 0 && /^host$/i.test(name)
    const hosts = raw.rawHeaders.filter(isHost).length
    if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1'))
      throw new Refusal(400, 'The request could not be read.')
  })
}
