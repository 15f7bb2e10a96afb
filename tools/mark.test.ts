import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { takeMark } from './mark.mjs'
import { makeScratchFolder } from './scratch-folder.ts'

const folder = makeScratchFolder('portal-mark-')
let count = 0
afterAll(() => rmSync(folder, { recursive: true }))
const newMark = () => join(folder, String((count += 1)))
const sleeper = () => spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])

test('one process takes a mark, and the others receive that process', () => {
  const mark = newMark()
  const other = sleeper()
  onTestFinished(() => void other.kill())
  expect(takeMark(mark)).toBeUndefined()
  expect(takeMark(mark)).toBe(process.pid)
  rmSync(mark)
  writeFileSync(mark, String(other.pid))
  expect(takeMark(mark)).toBe(other.pid)
})

test.each<[string, (mark: string) => void]>([
  ['a process that has ended', (mark) => writeFileSync(mark, String(spawnSync('true').pid))],
  ['an earlier version, which made a folder', (mark) => mkdirSync(mark)],
  [
    'the time before the machine was started',
    (mark) => {
      writeFileSync(mark, String(process.ppid))
      utimesSync(mark, 0, 0)
    },
  ],
  ['nobody', (mark) => writeFileSync(mark, '')],
])('the mark of %s is taken over', (_, leave) => {
  const mark = newMark()
  leave(mark)
  expect(takeMark(mark)).toBeUndefined()
  expect(takeMark(mark)).toBe(process.pid)
})
