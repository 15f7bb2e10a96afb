/** The value of one cookie of a `document.cookie` text. */
export function cookieValue(cookies: string, name: string): string | undefined {
  const prefix = `${name}=`
  const found = cookies.split(/;\s*/).find((cookie) => cookie.startsWith(prefix))
  return found && decodeURIComponent(found.slice(prefix.length))
}

/** The header that proves a write comes from a page of this origin. */
export function xsrfHeader(): Record<string, string> {
  const token = cookieValue(document.cookie, 'XSRF-TOKEN')
  return token ? { 'X-XSRF-TOKEN': token } : {}
}
