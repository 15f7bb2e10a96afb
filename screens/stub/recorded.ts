import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** An answer of the real server. `recorded-answers.test.ts` writes and compares it. */
export interface Recorded {
  /** Method, path, query and body. */
  asked: string
  headers?: Record<string, string>
  answer: unknown
}

const folder = join(import.meta.portalRoot, 'screens/answers')
export const answersPath = (person: string) => join(folder, `${person}.json`)
/** The requests to record, one per line: a person, then method, address and body. */
const requestsPath = join(folder, 'requests.txt')

export function recordedRequests(): Map<string, string[]> {
  const lines = existsSync(requestsPath) ? linesOf(requestsPath) : []
  const requests = new Map<string, string[]>()
  for (const line of new Set(lines.toSorted())) {
    const [person = ''] = line.split(' ', 1)
    requests.set(person, [...(requests.get(person) ?? []), line.slice(person.length + 1)])
  }
  return requests
}

/** The requests of the screens of a recording, in the form of `requests.txt`. */
const usedPath = join(import.meta.portalRoot, 'node_modules/.portal/requests.txt')

/** Stores a request of a screen during a recording. */
export function noteRequest(person: string, asked: string): void {
  appendFileSync(usedPath, `${person} ${asked}\n`)
}

/** Ends a recording: its requests are recorded from now on, together with the former ones unless only used ones are kept. */
export function keepRequests({ onlyUsed }: { onlyUsed: boolean }): void {
  const paths = onlyUsed ? [usedPath] : [usedPath, requestsPath]
  const lines = paths.filter((path) => existsSync(path)).flatMap((path) => linesOf(path))
  writeFileSync(requestsPath, `${[...new Set(lines)].sort().join('\n')}\n`)
  rmSync(usedPath, { force: true })
}

const linesOf = (path: string) => readFileSync(path, 'utf8').trim().split('\n')

/** Identifies a request, whatever the order of its query. */
export function requestKey(method: string, url: string, body?: unknown): string {
  const { pathname, searchParams } = new URL(url, 'http://portal')
  searchParams.sort()
  const query = searchParams.size ? `?${searchParams}` : ''
  return `${method} ${pathname}${query}${body ? ` ${JSON.stringify(body)}` : ''}`
}

const known = new Map<string, Map<string, Recorded>>()

/** The answers of the server to a person of the recorded world, by request. */
export function recordedFor(person: string): Map<string, Recorded> {
  let found = known.get(person)
  if (!found) {
    const path = answersPath(person)
    const all = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Recorded[]) : []
    known.set(person, (found = new Map(all.map((one) => [one.asked, one]))))
  }
  return found
}

/** One row per line, so that a difference names the row. */
export function asText(all: readonly Recorded[]): string {
  const entries = all.map(({ answer, ...asked }) => {
    const text = Array.isArray(answer)
      ? `[\n${answer.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n]`
      : JSON.stringify(answer)
    return `${JSON.stringify(asked).slice(0, -1)},"answer":${text}}`
  })
  return `[\n${entries.join(',\n')}\n]\n`
}
