import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig, type Config } from '../config.ts'
import { readSettings } from '../settings/read-settings.ts'
import { givenText, type Env } from '../settings/setting.ts'
import { databases, development } from '../settings/settings.ts'

/** No database address is known; the message tells the operator what to do. */
class NoDatabase extends Error {
  override name = 'NoDatabase'
}

/**
 * Returns the environment's settings. If the environment does not name a portal, the settings that
 * `npm start` wrote for its portal are the defaults: production must never get a value of the demo.
 */
export function commandSettings(): Env {
  if (givenText(process.env, 'PORTAL_ENV')) return process.env
  const file = join(dataFolder(), 'settings.json')
  if (!existsSync(file)) return process.env
  const written = JSON.parse(readFileSync(file, 'utf8')) as Env
  const given = Object.entries(process.env).filter(([, text]) => text?.trim())
  return { ...written, ...Object.fromEntries(given) }
}

/** The folder where `npm start` keeps its data, settings included. */
export function dataFolder(): string {
  const { dataDir } = readSettings(development, process.env, 'command line')
  return dataDir ?? join(import.meta.portalRoot, '.portal')
}

export const commandConfig = (): Config => readConfig(commandSettings(), 'command line')

/** The role to connect as: portal_app is the web server's, portal_system sees every company, portal_owner owns the tables. */
export type DatabaseRole = keyof typeof databases

export function databaseAddress(role: DatabaseRole): string {
  const env = commandSettings()
  const { name } = databases[role]
  if (!givenText(env, name) && !givenText(env, 'PORTAL_ENV'))
    throw new NoDatabase(
      `There is no running portal to connect to. Run npm start, or set ${name}: node --env-file=.env reads it from a file.`,
    )
  return readSettings({ url: databases[role] }, env, 'command line').url
}
