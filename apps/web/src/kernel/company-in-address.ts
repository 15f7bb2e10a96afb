import { useSyncExternalStore } from 'react'

const parameter = 'company'
const listeners = new Set<() => void>()
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

/** The address as the browser shows it. */
export function withCompany(href: string): string {
  return withParameter(href, wanted())
}

/** Whether the address shown by the browser is as it should be. */
export const isNamedHere = () => namedHere() === wanted()

/** The query as the router knows it. The company of an address at which the user arrives may be another one. */
export function searchAtArrival(): string {
  nameCompany(namedHere())
  return withParameter(location.search, undefined)
}

/** Sets the company of the address at which the user arrived; undefined once the user has chosen one. */
export function nameCompany(accountId: string | undefined) {
  named = accountId
  for (const listener of listeners) listener()
}

export const namedCompany = () => named
export const useNamedCompany = () => useSyncExternalStore(subscribe, namedCompany)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The other parameters stay as they are written. */
function withParameter(href: string, value: string | undefined): string {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(href) ?? []
  const kept = query.split('&').filter((one) => one && one.split('=')[0] !== parameter)
  if (value !== undefined) kept.push(`${parameter}=${encodeURIComponent(value)}`)
  return path + (kept.length > 0 ? `?${kept.join('&')}` : '') + hash
}
