import type { Config } from '../config.ts'

/** The headers of every answer: pages, calls, files and errors alike. */
export function securityHeaders(config: Config): Record<string, string> {
  const cardOrigin = new URL(config.page.cardScriptUrl).origin
  // The real provider's script talks to its API and shows frames from further hosts of its own.
  const card = config.cards.apiBase
    ? { connect: cardOrigin, frame: cardOrigin }
    : { connect: 'https://api.stripe.com', frame: 'https://js.stripe.com https://hooks.stripe.com' }
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${cardOrigin}`,
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
