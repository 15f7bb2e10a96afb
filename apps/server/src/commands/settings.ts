import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What `npm start` wrote down for its own worker, under what the environment says. */
export function settings(): Record<string, string | undefined> {
  const folder = process.env['PORTAL_DATA_DIR'] || join(import.meta.portalRoot, '.portal')
  const file = join(folder, 'settings.json')
  const written = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {}
  return { ...written, ...process.env }
}
