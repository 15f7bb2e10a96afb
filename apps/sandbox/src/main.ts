// The outside world in one process: identity provider, card provider and mailbox. See settings.ts.
import { startIdentity } from './identity/start-identity.ts'
import { onEnd } from './lifeline.ts'
import { startMail } from './mail/start-mail.ts'
import { readSettings } from './settings.ts'

const settings = readSettings(process.env)
const { portalOrigin, dataDir } = settings

const identity = await startIdentity({ port: settings.identityPort, portalOrigin, dataDir })
const mail = await startMail({ pagePort: settings.mailPort, smtpPort: settings.smtpPort })

onEnd(() => {
  void Promise.all([identity.close(), mail.close()]).then(() => process.exit(0))
})

console.log(`Sandbox ready: identity ${identity.origin}, mail ${mail.origin}, ${mail.smtpUrl}`)
process.send?.({
  ready: true,
  identityPort: identity.port,
  mailPort: mail.port,
  smtpPort: mail.smtpPort,
})
