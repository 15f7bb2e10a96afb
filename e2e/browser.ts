import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { expect, inject, onTestFinished, type TestContext } from 'vitest'
import type { Person } from './people.ts'
import { watchForProblems, type Problems } from './problems.ts'
import { keepSession, signIn, takeSession } from './sign-in.ts'

export const portal = inject('portal')
export const desktop = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

export interface VisitOptions {
  /** Who is signed in; nobody when absent. */
  as?: Person
  /** The page to open; for somebody signed in their own first page when absent. */
  at?: string
  viewport?: { width: number; height: number }
  theme?: 'light' | 'dark'
  reducedMotion?: 'reduce'
  /** For tools that must be put into the page, which its policy forbids everybody else. */
  bypassCSP?: boolean
  deviceScaleFactor?: number
}

export interface Visit {
  page: Page
  context: BrowserContext
  problems: Problems
}

let connection: Promise<Browser> | undefined

/**
 * A person at a browser with a fresh profile. At the end of the test the browser is closed, and the
 * test fails if the page had anything to complain about.
 */
export async function visit(options: VisitOptions = {}): Promise<Visit> {
  const visitor = await openVisit(options)
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await keepPicture(visitor.page, task)
    await visitor.context.close()
    expect(visitor.problems.unexpected(), 'what the browser complained about').toEqual([])
  })
  return visitor
}

export async function openVisit(options: VisitOptions): Promise<Visit> {
  const { as, at, viewport = desktop, theme = 'light', reducedMotion, ...rest } = options
  connection ??= chromium.connect(inject('browser'))
  const browser = await connection
  const context = await browser.newContext({
    baseURL: portal.origin,
    viewport,
    colorScheme: theme,
    reducedMotion: reducedMotion ?? 'no-preference',
    locale: 'en-US',
    ...rest,
  })
  context.setDefaultTimeout(15_000)
  const problems = await watchForProblems(context)
  const page = await context.newPage()
  if (as && !(await takeSession(context, as))) {
    await page.goto('/manage')
    await signIn(page, as)
    await keepSession(context, as)
    if (at !== undefined) await page.goto(at)
  } else await page.goto(at ?? (as ? '/manage' : '/'))
  return { page, context, problems }
}

async function keepPicture(page: Page, task: TestContext['task']): Promise<void> {
  const name = task.name.replaceAll(/\W+/g, '-')
  const path = `e2e/shots/failed/${name}.png`
  // The page may be the very thing that is broken.
  await page.screenshot({ path, timeout: 5000 }).catch(() => {})
}
