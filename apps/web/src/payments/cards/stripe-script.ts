import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { queryOptions } from '@tanstack/react-query'
import { config } from '../../api/config.ts'

/** The card provider's script. Fetched only when a card form opens. */
export const cardProviderQuery = queryOptions({
  queryKey: ['card-provider'],
  queryFn: async () => {
    await loadScript()
    return nonNull(await loadStripe(config.publishableKey))
  },
  staleTime: Infinity,
  gcTime: Infinity,
  retry: false,
  // The script comes from another server.
  networkMode: 'always',
  // A stateful object, not data to compare.
  structuralSharing: false,
})

function nonNull(stripe: Stripe | null): Stripe {
  if (stripe) return stripe
  throw new Error('The card provider’s script does not support this browser.')
}

/**
 * The provider's package would set its own script address, which the page's policy rejects. It reuses a script that is
 * already loaded.
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

/** The only address that may be loaded as a script, by the page's only policy. */
function trustedAddress(): string {
  const { trustedTypes } = window as { trustedTypes?: PolicyFactory }
  if (!trustedTypes) return config.cardScriptUrl
  policy ??= trustedTypes.createPolicy('portal', {
    createScriptURL: (address) => {
      if (address !== config.cardScriptUrl)
        throw new TypeError(`${address} is not the card provider's script`)
      return address
    },
  })
  return policy.createScriptURL(config.cardScriptUrl)
}
