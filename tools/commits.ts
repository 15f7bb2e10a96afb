import { execFileSync } from 'node:child_process'

/** Returns what is wrong with the message of a commit, or an empty text. */
export function commitFault(message: string): string {
  const [subject = '', ...body] = message.trim().split('\n')
  if (!/^[a-z][a-z -]*: [A-Z]/.test(subject)) return 'its subject is not "area: Sentence"'
  if (subject.length > 72) return `its subject has ${subject.length} characters, at most 72`
  return body.join('').trim() ? '' : 'it has no body that says why'
}

/** Returns the faults of the commits since the last release; before the first release, since this check was introduced. */
export function commitFaults(cwd: string): string[] {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const first = ['log', '--format=%H', '--diff-filter=A', '--', 'tools/commits.ts']
    const since = git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-creatordate').split(
      '\n',
    )[0]
    const from = since || git(...first).trim()
    return git('log', '-z', '--no-merges', '--format=%h %B', `${from}..HEAD`)
      .split('\0')
      .filter(Boolean)
      .flatMap((one) => {
        const [hash = ''] = one.split(' ', 1)
        const fault = commitFault(one.slice(hash.length + 1))
        return fault ? `${hash}: ${fault}` : []
      })
  } catch {
    // There is no history in a copy such as an image.
    return []
  }
}
