import type { BrowserContext, ConsoleMessage } from 'playwright-core'

export interface Problems {
  /** Marks an error as expected, such as the response to a refused payment. */
  expect: (complaint: RegExp) => void
  unexpected: () => string[]
}

/** Collects the browser's errors: console errors, unhandled rejections, violations of the page's policy. */
export async function watchForProblems(context: BrowserContext): Promise<Problems> {
  const complaints: string[] = []
  const expected: RegExp[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(textOf(message))
  })
  context.on('weberror', (problem) => complaints.push(String(problem.error())))
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      console.error(`Policy violated: ${violatedDirective} ${blockedURI} ${sample}`),
    )
  })
  return {
    expect: (complaint) => expected.push(complaint),
    unexpected: () =>
      complaints.filter((complaint) => !expected.some((pattern) => pattern.test(complaint))),
  }
}

function textOf(message: ConsoleMessage): string {
  return `${message.text()} (${message.location().url})`
}
