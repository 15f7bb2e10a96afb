// Starts the card sandbox without the portal's other sandboxes. README.md lists the settings.
import { onEnd } from './lifeline.ts'
import { readSettings } from './settings.ts'
import { startCards } from './start-cards.ts'

const cards = await startCards(readSettings(process.env))
onEnd(() => void cards.close().finally(() => process.exit(0)))

console.log(`Card sandbox ready: ${cards.origin}, script ${cards.origin}/endive/stripe.js`)
process.send?.({ ready: true, port: cards.port })
