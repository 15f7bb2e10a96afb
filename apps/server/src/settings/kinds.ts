import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { cwd } from 'node:process'
import { mostCardUnits } from '@portal/domain/accreditation/card-units'
import { dayIn } from '@portal/domain/kernel/day'
import { parseCents } from '@portal/domain/kernel/money'
import type { Kind } from './setting.ts'

const patternKind =
  (pattern: RegExp, accepts: string, example: string): Kind<string> =>
  () => ({ accepts, example, parse: (value) => (pattern.test(value) ? value : undefined) })

export const line = patternKind(/^.{1,200}$/, 'text of at most 200 characters', 'Example')

/** The demo's secret is public. */
export const clientSecret: Kind<string> = ({ production }) => ({
  accepts: production ? "a secret other than the sandbox's" : 'a secret',
  example: 'a-secret-of-the-provider',
  parse: (text) => (production && text.startsWith('sandbox-') ? undefined : text),
})

/** A live key in production, and only there. */
export function providerKey(...prefixes: [string, ...string[]]): Kind<string> {
  return ({ production }) => {
    const mode = production ? 'live' : 'test'
    const start = `${prefixes[0]}_${mode}_`
    const pattern = new RegExp(`^(${prefixes.join('|')})_${mode}_\\S+$`)
    return {
      accepts: `a ${mode} key (${start}…)`,
      example: `${start}example`,
      parse: (text) => (pattern.test(text) ? text : undefined),
    }
  }
}

export const host = patternKind(
  /^[A-Za-z0-9.:_-]+$/,
  'a host name or an address of this machine',
  '0.0.0.0',
)

export function oneOf<const Word extends string>(...words: Word[]): Kind<Word> {
  return () => ({
    accepts: words
      .map((word) => `"${word}"`)
      .join(', ')
      .replace(/, ([^,]*)$/, ' or $1'),
    example: words[0] ?? '',
    parse: (text) => words.find((word) => word === text),
  })
}

/** True in production. */
export const environment: Kind<boolean> = (start) => ({
  ...oneOf('production', 'development')(start),
  parse: (text) => ({ production: true, development: false })[text],
})

export function wholeNumber(from: number, to: number, what = 'a whole number'): Kind<number> {
  const isInRange = (value: number) => value >= from && value <= to
  return () => ({
    accepts: `${what} from ${from} to ${to}`,
    example: String(from),
    parse: (text) => (/^\d{1,9}$/.test(text) && isInRange(Number(text)) ? Number(text) : undefined),
  })
}

export const port = wholeNumber(1, 65_535, 'a port number')

export const megabytes: Kind<number> = (start) => {
  const { parse, ...rule } = wholeNumber(1, 9_999_999, 'a number of megabytes')(start)
  const inBytes = (count: number | undefined) => count && count * 1e6
  return { ...rule, parse: (text) => inBytes(parse(text)) }
}

export const drainSeconds: Kind<number> = () => ({
  accepts: 'a number of seconds from 0 to 19',
  example: '5',
  parse: (text) => (/^(1?\d(\.\d+)?)$/.test(text) && Number(text) <= 19 ? Number(text) : undefined),
})

export const usdAmount: Kind<number> = () => ({
  accepts: 'an amount in USD above 0, at most 999999.99, which is the most for a card',
  example: '50000',
  parse(text) {
    const cents = parseCents(text, 'USD') ?? 0
    return cents > 0 && cents <= mostCardUnits ? cents : undefined
  },
})

/**
 * Relative paths start at the working directory. Other processes share the setting, but may not
 * have the folder.
 */
export const pageFolder: Kind<string> = ({ process }) => {
  const isServer = process === 'web server'
  const place = isServer ? ` (the working directory is ${cwd()})` : ''
  return {
    accepts: `the folder of the built page, which has an index.html${place}`,
    example: 'apps/web/dist',
    parse(text) {
      const path = resolve(text)
      return !isServer || existsSync(join(path, 'index.html')) ? path : undefined
    },
  }
}

export const timeZone: Kind<string> = () => ({
  accepts: 'a time zone of the IANA database',
  example: 'America/Chicago',
  parse(text) {
    try {
      dayIn(text, new Date())
      return text
    } catch {
      return undefined
    }
  },
})

export const folder: Kind<string> = () => ({
  accepts: 'a folder',
  example: '.portal',
  parse: (text) => resolve(text),
})
