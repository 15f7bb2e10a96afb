import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'

const agent = new Agent({ keepAlive: true })

export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  /** The bytes as received, still compressed. */
  body: Buffer
}

/** Sends a request over a kept connection. Unlike `fetch`, the response is not decompressed. */
export function fetchRaw(url: string, headers: Record<string, string>): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const call = request(url, { agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const status = response.statusCode ?? 0
        resolve({ status, headers: response.headers, body: Buffer.concat(chunks) })
      })
    })
    call.on('error', reject).end()
  })
}

/** Like `fetchRaw`, but throws unless the status is 200. */
export async function fetchOk(url: string, headers: Record<string, string>): Promise<RawAnswer> {
  const answer = await fetchRaw(url, headers)
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${textOf(answer)}`)
  return answer
}

export function textOf({ headers, body }: RawAnswer): string {
  return String(headers['content-encoding'] === 'br' ? brotliDecompressSync(body) : body)
}
