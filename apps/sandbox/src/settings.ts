/** Names the setting to change if a port is in use. */
export const portSetting = (name: string) => `${name} (or PORT, from which it is counted)`

/** Reads the ports and the data folder of the sandbox. By default the ports follow those of the portal. */
export function readSettings(env: NodeJS.ProcessEnv) {
  if (env['NODE_ENV'] === 'production')
    throw new Error('The sandbox lets anyone sign in as anyone: it does not start in production.')
  const port = (name: string, standard: number) => {
    const text = env[name] || String(standard)
    const value = Number(text)
    if (!/^\d+$/.test(text) || value > 65_535)
      throw new Error(`${name} must be a port, not "${text}".`)
    return value
  }
  const portalPort = port('PORT', 3000)
  const keepsState = env['CARDS_STATE'] !== 'memory'
  const webhook = env['CARDS_WEBHOOK_URL']
  const secret = env['CARDS_WEBHOOK_SECRET']
  if (!webhook !== !secret)
    throw new Error('CARDS_WEBHOOK_URL and CARDS_WEBHOOK_SECRET are given together or not at all.')
  return {
    portalOrigin: env['PORTAL_ORIGIN'] || `http://localhost:${portalPort}`,
    dataDir: env['PORTAL_DATA_DIR'] || '.portal',
    identityPort: port('IDENTITY_PORT', portalPort + 1),
    cardsPort: port('CARDS_PORT', portalPort + 2),
    mailPort: port('MAIL_PORT', portalPort + 3),
    smtpPort: port('SMTP_PORT', portalPort + 4),
    keepsState,
    webhook: webhook && secret ? { url: webhook, secret } : undefined,
  }
}
