import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { forbiddenNames, isForbidden } from './names.ts'

test.each(['charge-look', 'tellReset', 'giveUpBatch', 'NotLookedAt', 'is_untold'])(
  'the name %s is forbidden',
  (name) => expect(isForbidden(name)).toBe(true),
)

test.each(['lookUpPurchases', 'look-alike-addresses', 'looksLikeSuccessor', 'always', 'essay'])(
  'the name %s is allowed',
  (name) => expect(isForbidden(name)).toBe(false),
)

test('the project has no forbidden name', () => {
  expect(forbiddenNames(import.meta.portalRoot)).toEqual([])
})

test('a planted name of a file, an export or an event is found', () => {
  const root = mkdtempSync(join(tmpdir(), 'names-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(join(root, 'tools'))
  const write = (file: string, text: string) => writeFileSync(join(root, 'tools', file), text)
  write('page-look.ts', 'const told = 1\n')
  write(
    'events.ts',
    "export const events = {\n  'mail.told': 'A mail.',\n  'mail.sent': 'A mail.',\n}\n",
  )
  write('mails.ts', 'export async function tellPerson() {}\n')
  const found = forbiddenNames(root).map((line) => /the name (\S+)/.exec(line)![1])
  expect(found.toSorted()).toEqual(['mail.told', 'page-look', 'tellPerson'])
})
