import type { BrowserContext, Page, Request } from 'playwright-core'
import type { Problems } from '../problems.ts'

/** A response that was not a success. */
export interface Refusal {
  method: string
  path: string
  status: number
}

/** The events since the last reading. */
export interface News {
  refusals: Refusal[]
  /** Console errors, and uncaught errors. */
  complaints: string[]
  /** Addresses of other machines. */
  outside: string[]
}

export interface Traffic {
  /** The page's calls without a response yet. */
  awaited: (page: Page) => string[]
  take: () => News
}

const isLoopback = (url: string) =>
  /^(?:data|blob|about|chrome|chrome-error|chrome-extension):/.test(url) ||
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)

/** Watches every request of all tabs. Other hosts are unreachable: the context has a proxy that does not exist. */
export function watchTraffic(context: BrowserContext, problems: Problems, origin: string): Traffic {
  const open = new Set<Request>()
  let refusals: Refusal[] = []
  let outside: string[] = []
  let seen = 0
  context.on('request', (request) => {
    open.add(request)
    if (!isLoopback(request.url())) outside.push(request.url())
  })
  context.on('requestfinished', (request) => open.delete(request))
  context.on('requestfailed', (request) => open.delete(request))
  context.on('response', (answer) => {
    if (answer.status() < 400 || !answer.url().startsWith(origin)) return
    const { pathname } = new URL(answer.url())
    refusals.push({ method: answer.request().method(), path: pathname, status: answer.status() })
  })
  return {
    awaited: (page) => {
      // A tab that was closed or navigated away never gets its response.
      for (const request of open) if (isGone(request)) open.delete(request)
      return [...open]
        .filter((one) => pageOf(one) === page)
        .map((one) => `${one.method()} ${one.url()}`)
    },
    take: () => {
      const complaints = problems.unexpected().slice(seen)
      seen += complaints.length
      const taken = { refusals, complaints, outside }
      refusals = []
      outside = []
      return taken
    },
  }
}

function pageOf(request: Request): Page | undefined {
  try {
    return request.frame().page()
  } catch {
    return undefined
  }
}

function isGone(request: Request): boolean {
  try {
    return request.frame().isDetached()
  } catch {
    // A request for a document has no frame yet.
    return false
  }
}
