import type { CardsSettings } from './start-cards.ts'

/** Reads the settings of a sandbox that is started alone. */
export function readSettings(env: NodeJS.ProcessEnv): CardsSettings {
  if (env['NODE_ENV'] === 'production')
    throw new Error('The card sandbox approves payments that no one makes: never in production.')
  const port = env['CARDS_PORT'] || '12111'
  if (!/^\d+$/.test(port) || Number(port) > 65_535)
    throw new Error(`CARDS_PORT must be a port, not "${port}".`)
  const url = env['CARDS_WEBHOOK_URL']
  const secret = env['CARDS_WEBHOOK_SECRET']
  if (!url !== !secret)
    throw new Error('CARDS_WEBHOOK_URL and CARDS_WEBHOOK_SECRET are given together or not at all.')
  return {
    port: Number(port),
    dataDir: env['CARDS_DATA_DIR'] || undefined,
    webhook: url && secret ? { url, secret } : undefined,
  }
}
