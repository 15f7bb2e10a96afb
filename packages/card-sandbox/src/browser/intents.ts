import type { StripeError } from '@stripe/stripe-js'
import { callProvider, hasFailed, type Failed } from './calls.ts'
import { StripeElement } from './element.ts'
import { Frame, providerOrigin, setStyle } from './frame.ts'

export type Intent = {
  id: string
  object: 'payment_intent' | 'setup_intent'
  status: string
  amount?: number
  currency?: string
  last_payment_error?: StripeError | null
  last_setup_error?: StripeError | null
}

export type Confirmation = {
  payment_method?: string | { card?: unknown; billing_details?: object }
  return_url?: string
}

/** `{ paymentIntent }` or `{ setupIntent }`, or `{ error }` with the intent in it. */
export type IntentResult = Record<string, unknown>

function addressOf(clientSecret: string) {
  const [id = ''] = clientSecret.split('_secret_')
  const kind = id.startsWith('pi_') ? 'payment_intents' : 'setup_intents'
  return `${providerOrigin}/v1/${kind}/${id}`
}

function find(key: string, clientSecret: string) {
  return callProvider<Intent>('GET', addressOf(clientSecret), { key, client_secret: clientSecret })
}

/** Confirms with a saved card or the one in an element, including the bank's authentication. */
export async function confirmIntent(
  key: string,
  clientSecret: string,
  { payment_method: given, return_url }: Confirmation = {},
): Promise<IntentResult> {
  const method = await methodOf(key, given)
  if (typeof method === 'object') return method
  const intent = await callProvider<Intent>('POST', `${addressOf(clientSecret)}/confirm`, {
    key,
    client_secret: clientSecret,
    payment_method: method,
    return_url,
  })
  return hasFailed(intent) ? intent : nextStep(key, clientSecret, intent)
}

async function methodOf(key: string, given: Confirmation['payment_method']) {
  if (!given || typeof given === 'string') return given
  const { card, ...data } = given
  if (!(card instanceof StripeElement)) return undefined
  const made = await card.send<{ id: string } | Failed>('payment_method', key, data)
  return hasFailed(made) ? made : made.id
}

/** Completes an intent that the server has confirmed: shows the bank's question, if there is one. */
export async function handleNextAction(key: string, clientSecret: string): Promise<IntentResult> {
  const intent = await find(key, clientSecret)
  return hasFailed(intent) ? intent : nextStep(key, clientSecret, intent)
}

async function nextStep(key: string, clientSecret: string, intent: Intent): Promise<IntentResult> {
  if (intent.status !== 'requires_action') return result(intent)
  await answerBank(intent)
  const answered = await find(key, clientSecret)
  if (hasFailed(answered)) return answered
  const error = answered.last_setup_error ?? answered.last_payment_error
  if (answered.status !== 'requires_payment_method' || !error) return result(answered)
  return { error: { ...error, [answered.object]: answered } }
}

const result = (intent: Intent): IntentResult =>
  intent.object === 'payment_intent' ? { paymentIntent: intent } : { setupIntent: intent }

/** Shows the bank's window over the whole page until its question is answered. */
export async function answerBank(intent: Intent) {
  const before = document.activeElement
  const frame = new Frame('challenge', 'Secure 3D Secure challenge frame', () => {})
  setStyle(frame.node, {
    position: 'fixed',
    inset: '0',
    width: '100%',
    height: '100%',
    background: '#10151f99',
    'z-index': '2147483647',
  })
  document.body.append(frame.node)
  frame.node.focus()
  await frame.call('challenge', intent)
  frame.remove()
  if (before instanceof HTMLElement) before.focus()
}
