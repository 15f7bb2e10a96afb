/** Stays in its place for future changes. */
const unreleased = '## Unreleased'
const byNumbers = new Intl.Collator('en', { numeric: true })

export interface Release {
  changelog: string
  notes: string
}

/**
 * Returns the changelog in which the unreleased entries are the section of a version. `version` is `MAJOR.MINOR.PATCH` and
 * must be newer than `current`; `day` is in UTC. Throws what is missing, in words for the person who makes the release.
 */
export function releaseOf(
  changelog: string,
  version: string,
  current: string,
  day: string,
): Release {
  if (!/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version))
    throw new Error(`"${version}" is no version: it is three numbers, such as 1.2.0.`)
  if (byNumbers.compare(version, current) <= 0)
    throw new Error(`Version ${version} is not newer than ${current}.`)
  const start = changelog.indexOf(`${unreleased}\n`)
  if (start < 0) throw new Error(`CHANGELOG.md has no section "${unreleased}".`)
  const from = start + unreleased.length
  const next = changelog.indexOf('\n## ', from)
  const end = next < 0 ? changelog.length : next
  const notes = changelog.slice(from, end).trim()
  if (!/^- /m.test(notes)) throw new Error('CHANGELOG.md lists nothing as unreleased.')
  const section = `${unreleased}\n\n## ${version} (${day})\n\n${notes}\n`
  return { changelog: changelog.slice(0, start) + section + changelog.slice(end), notes }
}
