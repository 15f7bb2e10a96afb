import { isIP } from 'node:net'
import { readEventVersion } from '@portal/domain/integration/event-versions'
import { isNetwork } from '../platform/http/public-lookup.ts'
import type { Kind } from './setting.ts'

/** A list of values. Parts are trimmed, and empty parts are dropped. At least one part must remain, and each must be valid. */
function list<T>(
  separator: ',' | '|',
  accepts: string,
  example: string,
  readPart: (text: string) => T | undefined,
): Kind<T[]> {
  return () => ({
    accepts,
    example,
    parse(text) {
      // Only a default may be empty.
      if (text === '') return []
      const texts = text.split(separator).map((part) => part.trim())
      const given = texts.filter(Boolean)
      const parts = given.flatMap((part) => readPart(part) ?? [])
      return parts.length > 0 && parts.length === given.length ? parts : undefined
    },
  })
}

export const networks = list(
  ',',
  'a list of networks, comma-separated',
  '10.1.0.0/16, fd00::/8',
  (text) => (isNetwork(text) ? text : undefined),
)

/** A network of all addresses is refused: every client could then claim any address. */
export const proxies = list(
  ',',
  'a list of addresses or networks, comma-separated, none of them of all addresses',
  '10.0.0.7, 10.1.0.0/16',
  (text) => (isIP(text) > 0 || (isNetwork(text) && !/\/0+$/.test(text)) ? text : undefined),
)

export const lines = list(
  '|',
  'lines, separated by |',
  '1 Main Street|Springfield, IL 62701|United States',
  (text) => text,
)

export const longSecrets = list(
  ',',
  'at least 32 random characters without spaces, or several such secrets, comma-separated',
  'x'.repeat(32),
  (text) => (/^\S{32,}$/.test(text) ? text : undefined),
)

export const webhookSecrets = list(
  ',',
  'a list of secrets that start with whsec_, comma-separated',
  'whsec_example',
  (text) => (/^whsec_\S+$/.test(text) ? text : undefined),
)

export const signingKeys = list(
  ',',
  'a list of whsec_ and 24 to 64 bytes in base64, comma-separated',
  `whsec_${'A'.repeat(32)}`,
  (text) => {
    const base64 = /^whsec_([A-Za-z0-9+/]+=*)$/.exec(text)?.[1]
    const key = Buffer.from(base64 ?? '', 'base64')
    return key.length >= 24 && key.length <= 64 ? key : undefined
  },
)

export const eventVersions = list(
  ',',
  'a list of event types with a supported version, as type@version, comma-separated',
  'invoice.payment.succeeded@1',
  (text) => readEventVersion(text),
)

const days = list(',', '', '', (text) => (/^-?\d{1,3}$/.test(text) ? Number(text) : undefined))

/** Days from a due date, in order. */
export const daysFromDueDate: Kind<number[]> = (start) => ({
  accepts:
    'a list of days, at most three digits each, comma-separated, negative before the due date; or none',
  example: '-3,1,15',
  parse: (text) =>
    text === 'none'
      ? []
      : days(start)
          .parse(text)
          ?.toSorted((one, other) => one - other),
})

const labelPairs = list(
  '|',
  'a list of code=label, separated by |, each code once',
  'US=Example Inc.|EU=Example GmbH',
  (text) => {
    const [code = '', ...label] = text.split('=').map((part) => part.trim())
    const name = label.join('=')
    return code && name ? { code, name } : undefined
  },
)

/** Labels by code. */
export const labels: Kind<Record<string, string>> = (start) => {
  const { parse, ...rule } = labelPairs(start)
  return {
    ...rule,
    parse(text) {
      const pairs = parse(text)
      const byCode = new Map(pairs?.map(({ code, name }) => [code, name]))
      return byCode.size > 0 && byCode.size === pairs?.length
        ? Object.fromEntries(byCode)
        : undefined
    },
  }
}
