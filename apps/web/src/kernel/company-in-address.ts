const parameter = 'company'
let named: string | undefined
let wanted = namedHere

/** The company that the address shown by the browser names. */
export function namedHere(): string | undefined {
  return new URLSearchParams(location.search).get(parameter) ?? undefined
}

/** Registers which company the addresses of this tab name. */
export function nameInAddresses(companyOf: () => string | undefined) {
  wanted = companyOf
}

/** Whether the address shown by the browser names the company of this tab. */
export const isNamedHere = () => namedHere() === wanted()

/** The address as the browser shows it. */
export const withCompany = (href: string) => withParameter(href, wanted())

/** The query as the router knows it. The company of an address at which the user arrives may be another one. */
export function searchAtArrival(): string {
  named = namedHere()
  return withParameter(location.search, undefined)
}

/** The company of the address at which the user arrived, until the user chooses one. */
export const namedCompany = () => named
export const forgetNamed = () => (named = undefined)

/** The other parameters stay as they are written. */
function withParameter(href: string, value: string | undefined): string {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(href) ?? []
  const kept = query.split('&').filter((one) => one && one.split('=')[0] !== parameter)
  if (value !== undefined) kept.push(`${parameter}=${encodeURIComponent(value)}`)
  return path + (kept.length > 0 ? `?${kept.join('&')}` : '') + hash
}
