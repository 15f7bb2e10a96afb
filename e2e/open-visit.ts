import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import type { Person } from './people.ts'
import { watchForProblems, type Problems } from './problems.ts'
import { sessionOf } from './sessions.ts'

export const desktop = { width: 1440, height: 900 }
export const tablet = { width: 1024, height: 768 }
export const phone = { width: 390, height: 844 }
/** A phone, not only a window of its size. */
export const onPhone = { viewport: phone, isMobile: true }
/** The width at which a page must still not scroll sideways (WCAG 1.4.10). */
export const narrowest = { width: 320, height: 640 }

export interface VisitOptions {
  /** The signed-in person; a visitor if absent. */
  as?: Person | undefined
  /** The page to open; if absent, the signed-in person's first page. */
  at?: string
  viewport?: { width: number; height: number }
  theme?: 'light' | 'dark'
  reducedMotion?: 'reduce' | 'no-preference'
  /** The colors of the operating system, as in Windows' contrast themes. */
  forcedColors?: 'active'
  /** Uses the layout of a phone; a small window alone does not. */
  isMobile?: boolean
  /** For tools that are injected into the page, which the policy otherwise forbids. */
  bypassCSP?: boolean
  timezoneId?: string
  /** The proxy for requests to other machines. */
  proxy?: { server: string; bypass: string }
}

export interface Visit {
  page: Page
  context: BrowserContext
  problems: Problems
}

let connection: Promise<Browser> | undefined

/** Opens the portal at `origin` in a fresh profile of the Chromium that listens at `endpoint`. */
export async function openVisit(
  endpoint: string,
  origin: string,
  options: VisitOptions,
): Promise<Visit> {
  const { as, at } = options
  connection ??= chromium.connect(endpoint)
  const { context, problems } = await openProfile(await connection, origin, options)
  context.setDefaultTimeout(30_000)
  if (as) await context.addCookies(await sessionOf(origin, as))
  const page = await context.newPage()
  await page.goto(at ?? (as ? '/manage' : '/'))
  return { page, context, problems }
}

/** Opens a fresh profile with the window, device and colors of a visit. */
export async function openProfile(
  browser: Browser,
  origin: string,
  options: VisitOptions,
): Promise<Pick<Visit, 'context' | 'problems'>> {
  const { as: _as, at: _at, viewport = desktop, theme, reducedMotion, ...rest } = options
  const context = await browser.newContext({
    baseURL: origin,
    viewport,
    colorScheme: theme ?? 'light',
    reducedMotion: reducedMotion ?? 'no-preference',
    hasTouch: rest.isMobile || viewport.width < 800,
    locale: 'en-US',
    ...rest,
  })
  return { context, problems: await watchForProblems(context) }
}
