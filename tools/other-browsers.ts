import { existsSync } from 'node:fs'
import { installPackage } from './install-package.ts'

const firefoxPlaces = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]
const driver = '/usr/bin/WebKitWebDriver'
const xvfb = '/usr/bin/Xvfb'

export const findFirefox = () => firefoxPlaces.find((path) => existsSync(path))

/** Returns WebKit's driver, its browser, and the virtual display that the browser needs; undefined unless all exist. */
export function findWebKit() {
  const browser = ['x86_64', 'aarch64']
    .map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`)
    .find((path) => existsSync(path))
  return browser && existsSync(driver) && existsSync(xvfb) ? { driver, browser, xvfb } : undefined
}

/** Installs Firefox and WebKit for the tests. Where this is impossible, the tests are skipped by name. */
export function ensureOtherBrowsers(): void {
  if (!findFirefox()) {
    console.log('Installing Firefox for the browser tests …')
    installPackage('firefox-esr', '--no-install-recommends')
  }
  if (!findWebKit()) {
    console.log('Installing WebKit for the browser tests …')
    installPackage('webkit2gtk-driver', 'xvfb', '--no-install-recommends')
  }
  if (!findFirefox()) console.error('Firefox was not found, so its journeys are skipped.')
  if (!findWebKit())
    console.error('WebKitWebDriver with MiniBrowser was not found, so its journeys are skipped.')
}
