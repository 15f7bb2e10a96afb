import { Frame, setStyle } from './frame.ts'
import { integrationError } from './integration-error.ts'

type Options = {
  clientSecret?: unknown
  fetchClientSecret?: unknown
  onComplete?: unknown
}
type Completed = { redirect: string; returnUrl: string | null }

/** A page may contain only one checkout at a time, as with the provider's script. */
let current: object | undefined

/** `stripe.createEmbeddedCheckoutPage()`: the provider's form in the seller's page. */
export async function createCheckoutPage(key: string, options: Options) {
  if (current)
    throw integrationError('You cannot have multiple Embedded Checkout objects at the same time.')
  const mine = (current = {})
  let clientSecret: string
  try {
    clientSecret = await secretOf(options)
  } catch (error) {
    if (current === mine) current = undefined
    throw error
  }
  let frame: Frame | undefined
  let isDestroyed = false

  function hear(name: string, body: unknown) {
    if (name === 'height' && frame) setStyle(frame.node, { height: `${String(body)}px` })
    if (name === 'complete') finish(body as Completed)
  }

  /** Calls `onComplete` if the page has set it; otherwise the browser opens the seller's return address. */
  function finish({ redirect, returnUrl }: Completed) {
    if (typeof options.onComplete === 'function' && redirect !== 'always') options.onComplete()
    else if (returnUrl) location.assign(returnUrl)
  }

  function unmount() {
    frame?.remove()
    frame = undefined
  }

  return {
    mount(target: string | HTMLElement) {
      if (isDestroyed) throw integrationError('This Embedded Checkout has been destroyed.')
      const container = typeof target === 'string' ? document.querySelector(target) : target
      if (!container)
        throw integrationError('The location applies to no DOM element that is on the page.')
      if (frame) throw integrationError('This Embedded Checkout is already mounted.')
      frame = new Frame('checkout', 'Secure payment page', hear)
      setStyle(frame.node, { height: '520px' })
      container.replaceChildren(frame.node)
      void frame.call('update', { key, clientSecret })
    },
    unmount,
    destroy() {
      unmount()
      isDestroyed = true
      if (current === mine) current = undefined
    },
  }
}

async function secretOf({ clientSecret, fetchClientSecret }: Options): Promise<string> {
  const given: unknown =
    typeof fetchClientSecret === 'function'
      ? await (fetchClientSecret as () => Promise<unknown>)()
      : clientSecret
  if (typeof given === 'string' && /^cs_test_\w+_secret_\w+$/.test(given)) return given
  throw integrationError(
    'Invalid value for clientSecret: it should be the client secret of a Checkout Session.',
  )
}
