/**
 * The redirect address after sign-in or sign-out; undefined unless it belongs to the portal or to the sign-in
 * provider. javascript: and data: addresses have no origin that could be allowed.
 */
export function safeRedirect(
  redirectUrl: string,
  { here, signInOrigins }: { here: string; signInOrigins: readonly string[] },
): string | undefined {
  if (!URL.canParse(redirectUrl, here)) return undefined
  const { protocol, origin, href } = new URL(redirectUrl, here)
  // The protocol too: a blob: address has the origin of the page that created it.
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && [here, ...signInOrigins].includes(origin) ? href : undefined
}
