const portalPath = /^\/(?![/\\])[\w\-./~%?=&+:@,]*$/

/**
 * Returns the path to open after sign-in: a page of this origin, else the home page. Rejects `//host`, `/\host`,
 * schemes, control characters and addresses of other origins.
 */
export function safeReturnPath(returnUrl: string, origin: string): string {
  const path = returnUrl.startsWith(`${origin}/`) ? returnUrl.slice(origin.length) : returnUrl
  if (!portalPath.test(path) || path.length > 2000) return '/'
  return new URL(path, origin).origin === origin && !path.startsWith('/api/') ? path : '/'
}
