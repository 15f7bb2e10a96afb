// The external services in one process: identity provider, card provider and mailbox. See settings.ts.
import { onEnd } from '@portal/card-sandbox/lifeline'
import { startCards } from '@portal/card-sandbox/start-cards'
import { startIdentity } from './identity/start-identity.ts'
import { startMail } from './mail/start-mail.ts'
import { portSetting, readSettings } from './settings.ts'

// Registered first, because the parent process may end before everything listens.
const running: { close(): Promise<void> }[] = []
onEnd(() => {
  void Promise.all(running.map((server) => server.close())).finally(() => process.exit(0))
})

const settings = readSettings(process.env)
const { portalOrigin, dataDir } = settings

const identity = await startIdentity({ port: settings.identityPort, portalOrigin, dataDir })
running.push(identity)
const cards = await startCards({
  port: settings.cardsPort,
  portSetting: portSetting('CARDS_PORT'),
  dataDir: settings.keepsState ? dataDir : undefined,
  webhook: settings.webhook,
})
running.push(cards)
const mail = await startMail({ pagePort: settings.mailPort, smtpPort: settings.smtpPort })
running.push(mail)

console.log(
  `Sandbox ready: identity ${identity.origin}, cards ${cards.origin}, ` +
    `mail ${mail.origin}, ${mail.smtpUrl}`,
)
process.send?.({
  ready: true,
  identityPort: identity.port,
  cardsPort: cards.port,
  mailPort: mail.port,
  smtpPort: mail.smtpPort,
})
