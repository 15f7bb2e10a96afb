import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { queryOptions } from '@tanstack/react-query'
import { config } from '../api/config.ts'

/** The card provider in this page: its script is fetched when a card is about to be entered, not before. */
export const cardProviderQuery = queryOptions({
  queryKey: ['card-provider'],
  queryFn: async () => {
    await loadScript()
    return nonNull(await loadStripe(config.publishableKey))
  },
  staleTime: Infinity,
  gcTime: Infinity,
  retry: false,
  // It is an object with a life of its own, not data to be compared.
  structuralSharing: false,
})

function nonNull(stripe: Stripe | null): Stripe {
  if (stripe) return stripe
  throw new Error('The card provider has no script for this browser.')
}

/**
 * The provider's package would put its own address into a script element, which this page's policy refuses;
 * it takes the script that is there already.
 */
function loadScript(): Promise<void> {
  if ('Stripe' in window) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = trustedAddress()
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('The script of the card provider could not be loaded.'))
    })
    document.head.append(script)
  })
}

interface ScriptPolicy {
  createScriptURL: (address: string) => string
}
interface PolicyFactory {
  createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy
}

let policy: ScriptPolicy | undefined

/** The one address that may become a script of this page, by the one policy the page may have. */
function trustedAddress(): string {
  const { trustedTypes } = window as { trustedTypes?: PolicyFactory }
  if (!trustedTypes) return config.cardScriptUrl
  policy ??= trustedTypes.createPolicy('portal', {
    createScriptURL: (address) => {
      if (address !== config.cardScriptUrl) throw new TypeError(`${address} is no script of ours`)
      return address
    },
  })
  return policy.createScriptURL(config.cardScriptUrl)
}
