import type { Config } from '../config.ts'

/** The headers of every answer: pages, calls, files and errors alike. */
export function securityHeaders(config: Config): Record<string, string> {
  const card = cardSources(config)
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${card.script}`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${card.connect}`,
    `frame-src ${card.frame}`,
    "base-uri 'none'",
    `form-action 'self' ${new URL(config.identity.issuer).origin}`,
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
 * Where the card provider's script comes from, whom it calls and what it shows. The sandbox does all of it
 * from one origin; the real provider's are those of its integration security guide.
 */
function cardSources({ cards, page }: Config) {
  const origin = new URL(page.cardScriptUrl).origin
  if (cards.apiBase) return { script: origin, connect: origin, frame: origin }
  const scripts = `${origin} https://*.js.stripe.com`
  return {
    script: scripts,
    connect: 'https://api.stripe.com',
    frame: `${scripts} https://hooks.stripe.com`,
  }
}
