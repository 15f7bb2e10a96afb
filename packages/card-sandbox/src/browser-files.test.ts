import { loadStripe } from '@stripe/stripe-js/pure'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, test, vi } from 'vitest'
import { useCards } from '../test/cards.ts'

const cards = useCards()
const publishable = 'pk_test_page'

afterEach(() => vi.unstubAllGlobals())

/** Runs the script as a page would, with the minimal page that it needs to start. */
async function runScript() {
  const url = `${cards.origin}/endive/stripe.js`
  const answer = await fetch(url)
  const window: { Stripe?: unknown } = {}
  const document = { currentScript: { src: url } }
  runInNewContext(await answer.text(), { window, document, URL, URLSearchParams })
  return { answer, window, document }
}

test("the provider's own package accepts the script, with any publishable test key", async () => {
  const { answer, window, document } = await runScript()
  expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/)
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', document)
  const warn = vi.spyOn(console, 'warn')
  const stripe = await loadStripe(publishable)
  // The functions that the React package and the portal use.
  for (const name of [
    'elements',
    'createToken',
    'createPaymentMethod',
    'confirmCardSetup',
    'confirmCardPayment',
    'handleNextAction',
    'createEmbeddedCheckoutPage',
    'registerAppInfo',
    '_registerWrapper',
  ])
    expect(stripe).toHaveProperty(name, expect.any(Function))
  expect(warn).not.toHaveBeenCalled()
  await expect(loadStripe('sk_test_secret')).rejects.toThrow('publishable key')
})

test("mistakes of the page cause the provider's errors", async () => {
  const { window, document } = await runScript()
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', document)
  const stripe = await loadStripe(publishable)
  const elements = stripe!.elements()
  elements.create('card')
  expect(() => elements.create('card')).toThrow('Can only create one Element of type card.')
  expect(() => elements.create('address', {} as never)).toThrow('You must provide a mode')
  await expect(stripe!.createToken({} as never)).rejects.toThrow(
    'You must provide a Stripe Element',
  )
  await expect(stripe!.createEmbeddedCheckoutPage({ clientSecret: 'cs_1' })).rejects.toThrow(
    'the client secret of a Checkout Session',
  )
  await expect(stripe!.confirmCardSetup('seti_1')).rejects.toThrow('client secret')
})

test('a frame runs only its own script and connects only to its own origin', async () => {
  for (const name of ['card', 'address', 'challenge', 'checkout']) {
    const answer = await fetch(`${cards.origin}/endive/frames/${name}`)
    const policy = answer.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'; script-src 'self'")
    expect(policy).not.toContain('unsafe')
    for (const file of [`${name}.js`, `${name}.css`])
      expect((await fetch(`${cards.origin}/endive/frames/${file}`)).status, file).toBe(200)
  }
  expect((await fetch(`${cards.origin}/endive/frames/wallet`)).status).toBe(401)
})

test('a page of any origin may use the calls for browsers with a publishable key', async () => {
  const origin = 'http://localhost:3000'
  const asked = await fetch(`${cards.origin}/v1/tokens`, { method: 'OPTIONS', headers: { origin } })
  expect(asked.ok).toBe(true)
  expect(asked.headers.get('access-control-allow-methods')).toContain('POST')
  const setup = await cards.stripe.setupIntents.create({ payment_method: 'pm_card_visa' })
  const call = (path: string) => fetch(`${cards.origin}${path}`, { headers: { origin } })
  const secret = `key=${publishable}&client_secret=${setup.client_secret}`
  const found = await call(`/v1/setup_intents/${setup.id}?${secret}`)
  expect([found.status, found.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  expect((await call(`/v1/setup_intents/${setup.id}?key=${publishable}`)).status).not.toBe(200)
  const listed = await call(`/v1/customers?key=${publishable}`)
  expect([listed.status, listed.headers.get('access-control-allow-origin')]).toEqual([401, '*'])
  expect((await call('/_sandbox/requests')).headers.get('access-control-allow-origin')).toBe(null)
})
