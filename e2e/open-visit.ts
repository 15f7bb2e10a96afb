import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import type { Person } from './people.ts'
import { watchForProblems, type Problems } from './problems.ts'
import { sessionOf } from './sessions.ts'

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }
/** The width at which a page must still need no sideways scrolling (WCAG 1.4.10). */
export const narrowest = { width: 320, height: 640 }

export interface VisitOptions {
  /** Who is signed in; nobody when absent. */
  as?: Person | undefined
  /** The page to open; for somebody signed in their own first page when absent. */
  at?: string
  viewport?: { width: number; height: number }
  theme?: 'light' | 'dark'
  reducedMotion?: 'reduce'
  /** As a phone's browser, which has a viewport of its own. */
  isMobile?: boolean
  /** For tools that must be put into the page, which its policy forbids everybody else. */
  bypassCSP?: boolean
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
  const { as, at, viewport = desktop, theme = 'light', reducedMotion, ...rest } = options
  connection ??= chromium.connect(endpoint)
  const browser = await connection
  const context = await browser.newContext({
    baseURL: origin,
    viewport,
    colorScheme: theme,
    reducedMotion: reducedMotion ?? 'no-preference',
    hasTouch: viewport.width < 800,
    locale: 'en-US',
    ...rest,
  })
  context.setDefaultTimeout(15_000)
  const problems = await watchForProblems(context)
  if (as) await context.addCookies(await sessionOf(origin, as))
  const page = await context.newPage()
  await page.goto(at ?? (as ? '/manage' : '/'))
  return { page, context, problems }
}
