import bcd from '@mdn/browser-compat-data/forLegacyNode'
import type { CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data'
import { supportedBrowsers } from '../apps/web/supported-browsers.ts'

const { api, javascript, css } = bcd

function isSupported({ support }: CompatStatement): boolean {
  return Object.entries(supportedBrowsers).every(([browser, oldest]) => {
    const statement = support[browser as keyof typeof support]
    return [statement ?? []].flat().some((one) => isIn(one, oldest))
  })
}

/** Support with WebKit's prefix counts too, because the build adds the prefix. */
function isIn(one: SimpleSupportStatement, version: string): boolean {
  const { version_added: added, version_removed: removed } = one
  const isOther = one.prefix !== undefined && one.prefix !== '-webkit-'
  if (one.flags || isOther || one.alternative_name || typeof added !== 'string') return false
  if (removed && compare(removed, version) <= 0) return false
  return compare(added, version) <= 0
}

function compare(one: string, other: string): number {
  const [ones, others] = [one, other].map((text) => text.replace('≤', '').split('.').map(Number))
  return (ones?.[0] ?? Infinity) - (others?.[0] ?? 0) || (ones?.[1] ?? 0) - (others?.[1] ?? 0)
}

const statusOf = (entry: Identifier | undefined) => entry?.__compat && isSupported(entry.__compat)

/**
 * Returns whether all supported browsers have a class or a static member such as `URL.canParse`; undefined if the data
 * does not contain it.
 */
export const supportsGlobal = (name: string, member?: string) => {
  const builtin = javascript.builtins?.[name]
  if (!member) return statusOf(builtin ?? api?.[name])
  return statusOf(builtin?.[member] ?? api?.[name]?.[`${member}_static`])
}

/** Returns whether all supported browsers have a function such as `fetch`. */
export const supportsFunction = (name: string) => statusOf(api?.[name] ?? api?.['Window']?.[name])

const { Intl: formats = {}, ...builtins } = javascript.builtins ?? {}
const members = membersOf(
  [api, builtins, formats].flatMap((one) => Object.values(one ?? {}) as Identifier[]),
)

/** Returns each member's name, and whether any class has it in all supported browsers: a script does not show the class. */
function membersOf(classes: Identifier[]): Map<string, boolean> {
  const found = new Map<string, boolean>()
  for (const one of classes)
    for (const [key, entry] of Object.entries(one)) {
      const status = statusOf(entry as Identifier)
      if (key === '__compat' || key.endsWith('_event') || status === undefined) continue
      const name = key.replace(/_static$/, '')
      found.set(name, (found.get(name) ?? false) || status)
    }
  return found
}

/** Returns whether a supported class has a member with this name; undefined if the data does not contain it. */
export const supportsMember = (name: string) => members.get(name)

export const supportsAtRule = (name: string) => statusOf(css['at-rules']?.[name])
export const supportsSelector = (name: string) => statusOf(css.selectors?.[name])
export const supportsValue = (name: string) =>
  statusOf(css.types?.[name] ?? css.types?.['color']?.[name])

/** Returns whether all supported browsers have a property, or the property with this word in its value. */
export const supportsProperty = (name: string, word?: string) =>
  statusOf(word ? css.properties?.[name]?.[word] : css.properties?.[name])
