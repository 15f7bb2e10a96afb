/** The value of one cookie in a `document.cookie` text. */
export function cookieValue(cookies: string, name: string): string | undefined {
  const prefix = `${name}=`
  const found = cookies.split(/;\s*/).find((cookie) => cookie.startsWith(prefix))
  try {
    return found && decodeURIComponent(found.slice(prefix.length))
  } catch {
    // Not set by the portal.
    return undefined
  }
}

/** The header that proves that a write comes from a page of this origin. */
export function xsrfHeader(): Record<string, string> {
  const token = cookieValue(document.cookie, 'XSRF-TOKEN')
  return token ? { 'X-XSRF-TOKEN': token } : {}
}
