import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
} from 'playwright-core'
import { findChromium } from '../../tools/find-chromium.ts'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export function openBrowser(): Promise<Browser> {
  // On Ctrl-C bench/main.ts stops everything in order; the browser ends with the process.
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }
  return chromium.launch({ executablePath: findChromium(), args: flags, ...signals })
}

/** Opens a context with an empty cache, and the cookies of a signed-in user, if any. */
export async function openContext(
  browser: Browser,
  origin: string,
  headers: Record<string, string> = {},
  device: BrowserContextOptions = { viewport: { width: 1440, height: 900 } },
): Promise<BrowserContext> {
  const context = await browser.newContext(device)
  const cookies = headers['cookie']?.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split('=')
    return { name, value, url: origin }
  })
  await context.addCookies(cookies ?? [])
  return context
}
