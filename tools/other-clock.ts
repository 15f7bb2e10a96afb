import { existsSync } from 'node:fs'
import { installPackage } from './install-package.ts'

/** Debian's library that makes programs see another time; it also works for PostgreSQL and Chromium. */
const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'

/** Returns the environment in which programs start at 23:55 UTC on the last day of a month, in Los Angeles. */
export function atEndOfMonth(now = new Date()): Record<string, string> {
  if (!existsSync(library)) installPackage('faketime')
  if (!existsSync(library)) throw new Error('Install the Debian package faketime.')
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0, 23, 55)
  const seconds = Math.round((end - now.getTime()) / 1000)
  return {
    LD_PRELOAD: library,
    // Clocks that measure durations are not changed.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}s`,
    TZ: 'America/Los_Angeles',
  }
}
