const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The address to leave for after sign-in or sign-out; nothing when it is not one to trust.
 * Encrypted addresses pass, plain ones only on this very machine; scripts and data never.
 */
export function safeRedirect(redirectUrl: string, origin: string): string | undefined {
  if (!URL.canParse(redirectUrl, origin)) return undefined
  const target = new URL(redirectUrl, origin)
  const here = new URL(origin)
  if (target.protocol === 'https:') return target.href
  // The protocol before the origin: a blob: address has the origin of the page that made it.
  if (target.protocol !== 'http:') return undefined
  const isNeighbour =
    target.hostname === here.hostname ||
    (loopback.has(target.hostname) && loopback.has(here.hostname))
  return isNeighbour && here.protocol === 'http:' ? target.href : undefined
}
