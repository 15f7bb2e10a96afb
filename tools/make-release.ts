import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { releaseOf } from './changelog.ts'

interface ReleaseOptions {
  root: string
  version: string
  day: string
  run: (...args: string[]) => void
}

const changed = ['CHANGELOG.md', 'package.json', 'package-lock.json']

/**
 * Checks, commits and tags a version; returns the folder of its files. If a step fails, throws and leaves everything unchanged.
 */
export function makeRelease({ root, version, day, run }: ReleaseOptions): string {
  const git = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
    if (status !== 0) throw new Error(`git ${args[0]}: ${stderr.trim()}`)
    return stdout.trim()
  }
  const tag = `v${version}`
  /** The database of a used portal of this version, with which later versions are tested. */
  const data = `apps/server/test/releases/${version}.sql`
  const changelogFile = join(root, 'CHANGELOG.md')
  const { version: current } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  const { changelog, notes } = releaseOf(readFileSync(changelogFile, 'utf8'), version, current, day)
  const requireClean = () => {
    if (git('status', '--porcelain'))
      throw new Error('The folder has changes that are not committed. Commit or remove them first.')
  }
  requireClean()
  if (git('tag', '--list', tag)) throw new Error(`The tag ${tag} exists already.`)

  const before = git('rev-parse', 'HEAD')
  const hadData = existsSync(join(root, data))
  run('test')
  run('run', 'test:long')
  run('run', 'test:soak', '--', '60')
  // The tests take more than an hour, and files may have changed meanwhile.
  requireClean()
  if (git('rev-parse', 'HEAD') !== before) throw new Error('There are new commits. Start again.')
  try {
    writeFileSync(changelogFile, changelog)
    run('version', version, '--no-git-tag-version')
    run('run', 'release-data')
    run('run', 'build')
    git('add', '--', data)
    git('commit', '--message', `Release ${version}`, '--', ...changed, data)
    git(
      'tag',
      '--annotate',
      tag,
      '--cleanup=verbatim',
      '--message',
      `Version ${version}\n\n${notes}`,
    )
  } catch (error) {
    git('reset', '--soft', before)
    git('rm', '--force', '--quiet', '--ignore-unmatch', '--', data)
    rmSync(join(root, data), { force: true })
    git('restore', '--staged', '--worktree', '--', ...changed, ...(hadData ? [data] : []))
    throw error
  }

  const folder = join(root, 'release', version)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'notes.md'), `# Version ${version}\n\n${notes}\n`)
  copyFileSync(join(root, 'apps/server/dist/sbom.cdx.json'), join(folder, 'sbom.cdx.json'))
  const archive = join(folder, `portal-${version}.tar.gz`)
  git('archive', `--prefix=portal-${version}/`, `--output=${archive}`, tag)
  const sums = readdirSync(folder).map((name) => {
    const sum = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
    return `${sum}  ${name}\n`
  })
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
  return folder
}
