import type { Kind } from './setting.ts'

function url(text: string, protocols: RegExp): URL | undefined {
  const parsed = URL.canParse(text) ? new URL(text) : undefined
  return parsed && protocols.test(parsed.protocol) ? parsed : undefined
}

/** Names under `.example` cannot be registered, and the demo uses them. */
const isReal = (hostname: string) => !/(^|\.)example\.?$/i.test(hostname)

function webAddressOf(text: string, production: boolean): URL | undefined {
  // Some parsers read `https:host` as an address, others as a path, so it is refused.
  if (!/^https?:\/\/[^/\\]/i.test(text)) return undefined
  const parsed = url(text, production ? /^https:$/ : /^https?:$/)
  if (!parsed || (production && !isReal(parsed.hostname))) return undefined
  return parsed.username || parsed.password ? undefined : parsed
}
const webAddressWords = (production: boolean) =>
  production ? 'a real https address' : 'an http or https address'

/** An address without a trailing slash. */
export const webAddress: Kind<string> = ({ production }) => ({
  accepts: webAddressWords(production),
  example: 'https://www.example.com/billing',
  parse: (text) => (webAddressOf(text, production) ? text.replace(/\/$/, '') : undefined),
})

/** The text is kept unchanged: a provider's issuer name may end with a slash, and must match. */
export const issuer: Kind<string> = (start) => ({
  ...webAddress(start),
  example: 'https://id.example.com',
  parse: (text) => (webAddressOf(text, start.production) ? text : undefined),
})

export const origin: Kind<string> = ({ production }) => ({
  accepts: `${webAddressWords(production)}, without a path`,
  example: 'https://billing.example.com',
  parse(text) {
    const found = webAddressOf(text, production)
    return found && found.href === `${found.origin}/` && !/[?#]/.test(text)
      ? found.origin
      : undefined
  },
})

/** The text is kept unchanged: without its trailing slash it may be another address, and redirects are not followed. */
export const receiverAddress: Kind<string> = ({ production }) => ({
  accepts: `${webAddressWords(production)}, with neither a user nor a fragment`,
  example: 'https://erp.example.com/portal-events',
  parse(text) {
    const found = webAddressOf(text, production)
    return found && !found.hash ? text : undefined
  },
})

/** A collector is often on the same machine, without https. */
export const collectorAddress: Kind<string> = () => ({
  accepts: 'an http or https address',
  example: 'http://localhost:4318',
  parse: (text) => webAddressOf(text, false) && text,
})

export const postgresAddress: Kind<string> = () => ({
  accepts: 'a postgresql:// address of one host',
  example: 'postgresql://role:password@database.example.com/portal?sslmode=verify-full',
  parse: (text) => (url(text, /^postgres(ql)?:$/) ? text : undefined),
})

export const smtpAddress: Kind<string> = () => ({
  accepts: 'an smtp:// or smtps:// address',
  example: 'smtps://user:password@mail.example.com',
  parse: (text) => (url(text, /^smtps?:$/)?.hostname ? text : undefined),
})

const emailPattern = /^[^\s<>@,;:"()]+@((?:[a-z0-9-]+\.)+[a-z0-9-]+)$/i
const realWord = (production: boolean) => (production ? 'a real' : 'an')

function isEmail(text: string, production: boolean): boolean {
  const domain = emailPattern.exec(text)?.[1]
  return domain !== undefined && (!production || isReal(domain))
}

export const email: Kind<string> = ({ production }) => ({
  accepts: `${realWord(production)} email address`,
  example: 'billing@example.com',
  parse: (text) => (isEmail(text, production) ? text : undefined),
})

/** A sender such as `billing@example.com` or `Billing <billing@example.com>`. */
export const sender: Kind<string> = ({ production }) => ({
  accepts: `${realWord(production)} email address, with or without a name`,
  example: 'Billing <billing@example.com>',
  parse(text) {
    // A comma outside quotes would start a second address.
    const named = /^(?:"[^"\\]+"|[^"<>@,;:()\\]+) <([^<>]+)>$/.exec(text)
    return isEmail(named?.[1] ?? text, production) ? text : undefined
  },
})

export const domain: Kind<string> = ({ production }) => ({
  accepts: `a${production ? ' real' : ''} domain`,
  example: 'example.com',
  parse(text) {
    const isDomain = /^(?:[a-z0-9-]+\.)+[a-z0-9-]*[a-z][a-z0-9-]*$/i.test(text)
    return isDomain && (!production || isReal(text)) ? text.toLowerCase() : undefined
  },
})
