import { createHmac } from 'node:crypto'

/**
 * Returns the headers of the Standard Webhooks convention. Every configured secret signs, so that a receiver may know
 * either of them during a rotation.
 */
export function webhookHeaders(
  id: string,
  body: string,
  secrets: readonly Buffer[],
  now = new Date(),
): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000).toString()
  const sign = (secret: Buffer) =>
    `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(sign).join(' '),
  }
}
