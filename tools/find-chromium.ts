import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { installPackage } from './install-package.ts'

/** Chromium without windows: the same engine, with a third less cost per page. */
const shell = '/usr/bin/chromium-headless-shell'
const systemPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * Returns a Chromium for tests: the one in CHROMIUM_PATH, the system's or Playwright's; otherwise installs one. The
 * superuser of a Debian system, such as CI, also gets the cheaper one.
 */
export function findChromium({ hasWindows = false } = {}): string {
  const isSuperuser = process.platform === 'linux' && process.getuid?.() === 0
  if (!hasWindows && isSuperuser && !process.env.CHROMIUM_PATH && !existsSync(shell)) {
    console.log('Installing Chromium for the browser tests …')
    installPackage('chromium-headless-shell')
  }
  const found = existing(hasWindows)
  if (found) return found
  console.log('Installing Chromium for the browser tests …')
  const cli = join(import.meta.portalRoot, 'node_modules/playwright-core/cli.js')
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit' })
  if (!existing(hasWindows)) installPackage('chromium')
  const installed = existing(hasWindows)
  if (!installed) throw new Error('No Chromium was found. Install one and set CHROMIUM_PATH to it.')
  return installed
}

function existing(hasWindows: boolean): string | undefined {
  const named = process.env.CHROMIUM_PATH
  if (named && !existsSync(named))
    throw new Error(`CHROMIUM_PATH names ${named}, which does not exist`)
  return [named, ...(hasWindows ? [] : [shell]), ...systemPlaces, chromium.executablePath()].find(
    (path) => path && existsSync(path),
  )
}
