import { chromium, type Browser, type BrowserContext } from 'playwright-core'

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
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
  // Ctrl-C stops things in order (bench/main.ts), the browser with the process.
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }
  return chromium.launch({ executablePath, args: flags, ...signals })
}

/** An empty cache, and the cookies of somebody signed in, if any. */
export async function openContext(
  browser: Browser,
  origin: string,
  headers: Record<string, string> = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const cookies = headers['cookie']?.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split('=')
    return { name, value, url: origin }
  })
  await context.addCookies(cookies ?? [])
  return context
}
