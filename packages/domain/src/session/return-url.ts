const portalPath = /^\/(?![/\\])[\w\-./~%?=&+:@,]*$/

/**
 * The path to come back to after sign-in: one of this origin's own pages, else the manage page.
 * `//host`, `/\host`, schemes and control characters never pass; another origin's address neither.
 */
export function safeReturnPath(returnUrl: string, origin: string): string {
  const path = returnUrl.startsWith(`${origin}/`) ? returnUrl.slice(origin.length) : returnUrl
  if (!portalPath.test(path) || path.length > 2000) return '/manage'
  return new URL(path, origin).origin === origin && !path.startsWith('/api/') ? path : '/manage'
}
