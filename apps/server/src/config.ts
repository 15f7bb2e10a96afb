import type { PageConfig } from '@portal/domain/session/page-config'
import { findExclusions } from './settings/exclusions.ts'
import { readSettings } from './settings/read-settings.ts'
import type { Env, Process, Values } from './settings/setting.ts'
import { databases, settings } from './settings/settings.ts'

/** The settings of a process, read and checked. */
export interface Config extends Values<typeof settings> {
  databaseUrl: string
  page: PageConfig
}

export type EventsConfig = NonNullable<Config['events']>
export type BooksContainPayments = Config['booksContainPayments']

/** Reads and checks every setting of a process. Throws a `ConfigError` that lists what is wrong. */
export function readConfig(env: Env, process: Process = 'web server'): Config {
  const databaseUrl = process === 'web server' ? databases.app : databases.system
  const table = { ...settings, databaseUrl }
  const values = readSettings(table, env, process, findExclusions(env))
  return { ...values, page: pageConfig(values) }
}

/** Returns all settings that browsers receive. */
function pageConfig({
  businessTimeZone,
  cards,
  cardLimitCents,
  identity,
  links,
  seller,
}: Values<typeof settings>): PageConfig {
  return {
    apiBase: '/api',
    mainBase: '',
    publishableKey: cards.publishableKey,
    cardScriptUrl: cards.scriptUrl,
    cardLimitCents,
    contactEmail: seller.email,
    businessTimeZone,
    signInOrigins: signInOrigins(identity),
    ...links,
  }
}

/** Returns the origins of the sign-in provider's pages. */
export function signInOrigins({ issuer, pageOrigin }: Config['identity']): string[] {
  return [new URL(issuer).origin, ...(pageOrigin ? [pageOrigin] : [])]
}
