import { chromium } from 'playwright-core'

export const chromiumPath = process.env['CHROMIUM_PATH'] || '/usr/bin/chromium'

const quiet = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A real Chromium; every visit then gets a profile of its own in it. */
export function startBrowser() {
  return chromium.launchServer({ executablePath: chromiumPath, args: quiet })
}
