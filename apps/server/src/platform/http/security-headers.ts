import type { Config } from '../../config.ts'

/** The page with the card provider's checkout; only this page's policy allows the sources of the checkout. */
const checkoutPage = '/accreditation/purchase'

/** The headers of every response: pages, calls, files and errors alike. */
export function securityHeaders(config: Config, path = ''): Record<string, string> {
  const card = cardSources(config, path === checkoutPage)
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${card.script}`,
    "style-src 'self'",
    `img-src 'self' data: blob:${card.images}`,
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src 'self' ${card.connect}`,
    `frame-src ${card.frame}`,
    "base-uri 'none'",
    `form-action 'self' ${config.page.signInOrigins.join(' ')}`,
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types portal',
    ...(config.production ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
    'cache-control': 'no-store',
    ...(config.production && {
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    }),
  }
}

/**
 * Returns the sources of the card provider's script, calls and frames. The sandbox has one origin; the real provider's
 * sources are listed in its integration security guide.
 */
function cardSources({ cards, page }: Config, hasCheckout: boolean) {
  const origin = new URL(page.cardScriptUrl).origin
  if (cards.apiBase) return { script: origin, connect: origin, frame: origin, images: '' }
  const checkout = hasCheckout ? ' https://checkout.stripe.com' : ''
  const scripts = `${origin} https://*.js.stripe.com`
  return {
    script: `${scripts}${checkout}`,
    connect: `https://api.stripe.com${checkout}`,
    frame: `${scripts} https://hooks.stripe.com${checkout}`,
    images: hasCheckout ? ' https://*.stripe.com' : '',
  }
}
