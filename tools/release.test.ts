import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { releaseOf } from './changelog.ts'
import { makeRelease } from './make-release.ts'

const day = '2026-11-27'
const changelog = `# Changelog

## Unreleased

### Fixed

- A sum.

## 1.0.9 (2026-01-02)

- The first one.
`

describe('the changelog of a release', () => {
  test('unreleased changes become the section of the version, and the next section is empty', () => {
    const released = releaseOf(changelog, '1.0.10', '1.0.9', day)
    expect(released.notes).toBe('### Fixed\n\n- A sum.')
    expect(released.changelog).toBe(
      changelog.replace('## Unreleased\n', `## Unreleased\n\n## 1.0.10 (${day})\n`),
    )
    expect(() => releaseOf(released.changelog, '1.1.0', '1.0.10', day)).toThrow(
      'CHANGELOG.md lists nothing as unreleased.',
    )
  })

  test.each([
    ['1.1', '"1.1" is no version'],
    ['v1.1.0', '"v1.1.0" is no version'],
    ['1.0.9', 'Version 1.0.9 is not newer than 1.0.9.'],
    ['1.0.8', 'Version 1.0.8 is not newer than 1.0.9.'],
  ])('version %j is refused', (version, reason) => {
    expect(() => releaseOf(changelog, version, '1.0.9', day)).toThrow(reason)
  })

  test('a changelog without the section is refused', () => {
    expect(() => releaseOf('# Changelog\n', '1.1.0', '1.0.9', day)).toThrow(
      'has no section "## Unreleased"',
    )
  })
})

function repository() {
  const root = mkdtempSync(join(tmpdir(), 'portal-release-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  git('init', '--quiet')
  git('config', 'user.name', 'Rita')
  git('config', 'user.email', 'rita@provider.example')
  const lock = { name: 'portal', version: '1.0.9', lockfileVersion: 3, packages: {} }
  writeFileSync(join(root, 'CHANGELOG.md'), changelog)
  writeFileSync(join(root, 'package.json'), '{"name":"portal","version":"1.0.9"}\n')
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lock))
  writeFileSync(join(root, '.gitignore'), 'dist/\nrelease/\n')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'All')
  const ran: string[] = []
  const run = (...args: string[]) => {
    ran.push(args.join(' '))
    if (args[0] === 'version') execFileSync('npm', args, { cwd: root, stdio: 'ignore' })
    if (args[1] === 'release-data') {
      const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
        version: string
      }
      mkdirSync(join(root, 'apps/server/test/releases'), { recursive: true })
      writeFileSync(join(root, `apps/server/test/releases/${version}.sql`), 'select 1;\n')
    }
    if (args[1] !== 'build') return
    mkdirSync(join(root, 'apps/server/dist'), { recursive: true })
    writeFileSync(join(root, 'apps/server/dist/sbom.cdx.json'), '{}')
  }
  const release = (version: string, npm = run) => makeRelease({ root, version, day, run: npm })
  const state = () => [
    git('rev-parse', 'HEAD'),
    git('status', '--porcelain'),
    git('tag', '--list'),
    readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
  ]
  return { root, git, ran, run, release, state }
}

describe('a release', () => {
  test('is tested, committed, tagged and packed', () => {
    const { root, git, ran, release } = repository()
    const folder = release('1.1.0')
    expect(ran).toEqual([
      'test',
      'run test:long',
      'run test:soak -- 60',
      'version 1.1.0 --no-git-tag-version',
      'run release-data',
      'run build',
    ])
    expect(git('log', '-1', '--format=%s')).toBe('Release 1.1.0')
    expect(git('show', 'HEAD:apps/server/test/releases/1.1.0.sql')).toBe('select 1;')
    expect(git('status', '--porcelain')).toBe('')
    expect(git('tag', '--list', '--format=%(refname:short) %(contents)')).toBe(
      'v1.1.0 Version 1.1.0\n\n### Fixed\n\n- A sum.',
    )
    for (const file of ['package.json', 'package-lock.json'])
      expect(JSON.parse(readFileSync(join(root, file), 'utf8'))).toMatchObject({ version: '1.1.0' })
    expect(readdirSync(folder).toSorted()).toEqual([
      'SHA256SUMS',
      'notes.md',
      'portal-1.1.0.tar.gz',
      'sbom.cdx.json',
    ])
    const check = spawnSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder })
    expect([check.status, check.stdout.toString().split('OK').length - 1]).toEqual([0, 3])
    const packed = execFileSync('tar', [
      '-xzOf',
      join(folder, 'portal-1.1.0.tar.gz'),
      'portal-1.1.0/CHANGELOG.md',
    ])
    expect(packed.toString()).toContain(`## 1.1.0 (${day})`)
  })

  test.each(['test', 'version 1.1.0 --no-git-tag-version', 'run build'])(
    'leaves everything as it was if "npm %s" fails',
    (failing) => {
      const { run, release, state } = repository()
      const before = state()
      const failed = () =>
        release('1.1.0', (...args) => {
          run(...args)
          if (args.join(' ') === failing) throw new Error(`npm ${failing} failed.`)
        })
      expect(failed).toThrow(`npm ${failing} failed.`)
      expect(state()).toEqual(before)
    },
  )

  test('leaves the stored database of the version unchanged if it fails', () => {
    const { root, git, run, release, state } = repository()
    const data = 'apps/server/test/releases/1.1.0.sql'
    mkdirSync(join(root, 'apps/server/test/releases'), { recursive: true })
    writeFileSync(join(root, data), 'select 0;\n')
    git('add', '--all')
    git('commit', '--quiet', '--message', 'Data')
    const before = state()
    const failed = () =>
      release('1.1.0', (...args) => {
        run(...args)
        if (args[1] === 'build') throw new Error('npm run build failed.')
      })
    expect(failed).toThrow('npm run build failed.')
    expect(state()).toEqual(before)
    expect(readFileSync(join(root, data), 'utf8')).toBe('select 0;\n')
  })

  test('leaves everything as it was if it cannot be committed', () => {
    const { git, release, state } = repository()
    git('config', 'user.name', '')
    git('config', 'user.useConfigOnly', 'true')
    const before = state()
    expect(() => release('1.1.0')).toThrow('git commit')
    expect(state()).toEqual(before)
  })

  test('does not begin with changes that are not committed, or with a tag that exists', () => {
    const { root, git, ran, release } = repository()
    git('tag', 'v1.1.0')
    expect(() => release('1.1.0')).toThrow('The tag v1.1.0 exists already.')
    writeFileSync(join(root, 'new.txt'), '')
    expect(() => release('1.2.0')).toThrow('changes that are not committed')
    expect(ran).toEqual([])
  })

  test('does not include changes made while its tests ran', () => {
    const { root, run, release, git } = repository()
    const change = (...args: string[]) => {
      run(...args)
      if (args[0] === 'test') writeFileSync(join(root, 'CHANGELOG.md'), `${changelog}- Mine.\n`)
    }
    expect(() => release('1.1.0', change)).toThrow('changes that are not committed')
    expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toContain('- Mine.')
    expect(git('tag', '--list')).toBe('')
  })
})
