import { createHmac } from 'node:crypto'

/** Returns the header that a receiver checks: `t=<second>,v1=<HMAC-SHA256 over "second.payload">`. */
export function signPayload(payload: string, secret: string, second: number) {
  const digest = createHmac('sha256', secret).update(`${second}.${payload}`).digest('hex')
  return `t=${second},v1=${digest}`
}
