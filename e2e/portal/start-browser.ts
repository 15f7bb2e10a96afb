import { chromium } from 'playwright-core'
import { findChromium } from '../../tools/find-chromium.ts'

export const quietFlags = [
  '--no-sandbox',
  '--disable-gpu',
  // A page of a test ends before its code is worth compiling twice.
  '--js-flags=--no-sparkplug --no-maglev --no-opt',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${unwanted()}`,
]

/**
 * Every window has two hidden pages for its address bar, which cost as much as the visited page. Chromium uses only
 * the last list of features, so the ones that Playwright disables are repeated.
 */
function unwanted(): string {
  return [
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsUpgrades',
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
    'AvoidCorsURLLoaderRestartOnRedirect',
    'OptimizationHints',
    'NetworkTimeServiceQuerying',
    'AimEnabled',
    'PreconnectToSearch',
  ].join()
}

/** A real Chromium; every visit gets its own profile. SHOW_BROWSER=1 shows its windows. */
export function startBrowser() {
  const headless = !process.env['SHOW_BROWSER']
  const args = headless ? ['--headless', ...quietFlags] : quietFlags
  const executablePath = findChromium({ hasWindows: !headless })
  return chromium.launchServer({ executablePath, headless, args })
}
