import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { commitFault, commitFaults } from './commits.ts'

const body = '\n\nThe reason.'

test.each([
  [`invoices: Rows are counted once${body}`, ''],
  [`Rows are counted once${body}`, 'its subject is not "area: Sentence"'],
  [`invoices: rows are counted once${body}`, 'its subject is not "area: Sentence"'],
  [`invoices: ${'X'.repeat(63)}${body}`, 'its subject has 73 characters, at most 72'],
  ['invoices: Rows are counted once\n\n', 'it has no body that says why'],
])('%j: %s', (message, fault) => {
  expect(commitFault(message)).toBe(fault)
})

test('commits are checked since the release before them, or since the check exists; a copy without history has none', () => {
  const root = mkdtempSync(join(tmpdir(), 'portal-commits-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  expect(commitFaults(root)).toEqual([])
  const git = (...words: string[]) => execFileSync('git', ['-C', root, ...words], { stdio: 'pipe' })
  const commit = (subject: string) =>
    git(
      '-c',
      'user.name=a',
      '-c',
      'user.email=a@a.example',
      'commit',
      '-qm',
      subject,
      '--allow-empty',
    )
  git('init', '-q')
  commit('before the check')
  mkdirSync(join(root, 'tools'))
  writeFileSync(join(root, 'tools/commits.ts'), '')
  git('add', '.')
  commit('with the check')
  expect(commitFaults(root)).toEqual([])
  commit('bad')
  expect(commitFaults(root)).toEqual([expect.stringMatching(/^[0-9a-f]+: its subject is not/)])
  git('tag', 'v1')
  expect(commitFaults(root)).toEqual([])
})
