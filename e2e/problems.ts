import type { BrowserContext, ConsoleMessage } from 'playwright-core'

export interface Problems {
  /** Says that this complaint belongs to the story, such as the answer to a payment that is refused. */
  expect: (complaint: RegExp) => void
  unexpected: () => string[]
}

/** Collects what the browser complains about: errors, broken promises, violations of the page's policy. */
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
