import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { readLines } from './read-source.ts'
import { findSources, SourceProblem } from './sources.ts'

function folderWith(files: Record<string, string | Buffer>) {
  const folder = mkdtempSync(join(tmpdir(), 'portal-sources-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

async function contents(path: string, from: string) {
  const lines: unknown[] = []
  let bytes = 0
  for (const source of await findSources([path], from))
    for await (const batch of readLines(source, (read) => (bytes += read)))
      lines.push(...batch.map(({ content }) => content))
  return { lines, bytes }
}

test('gzip is known by its bytes, whatever the file is called, and may have several parts', async () => {
  const packed = Buffer.concat([gzipSync('one\n'), gzipSync('two')])
  const folder = folderWith({ 'data.ndjson': packed })
  expect(await contents('data.ndjson', folder)).toEqual({
    lines: ['one', 'two'],
    bytes: packed.length,
  })
})

test('a folder is read in the order of its names; other files and earlier rejects are no data', async () => {
  const folder = folderWith({
    '2.ndjson': 'two',
    '1.jsonl.gz': gzipSync('one'),
    'totals.json': '{',
    'a.rejects.ndjson': 'x',
  })
  expect((await contents('.', folder)).lines).toEqual(['one', 'two'])
})

test('an empty file holds nothing; a missing, broken or empty source is said by its name', async () => {
  const whole = gzipSync('x'.repeat(100_000))
  const folder = folderWith({ 'empty.ndjson': '', 'half.ndjson.gz': whole.subarray(0, 60) })
  expect((await contents('empty.ndjson', folder)).lines).toEqual([])
  await expect(contents('half.ndjson.gz', folder)).rejects.toThrow('half.ndjson.gz cannot be read')
  await expect(contents('none', folder)).rejects.toThrow('There is no file or folder none.')
  await expect(contents('.', folderWith({ 'a.txt': '' }))).rejects.toThrow('holds no .ndjson')
  await expect(contents('none', folder)).rejects.toBeInstanceOf(SourceProblem)
})

test.each([
  '[{"record":"company"},\n{"record":"company"}]',
  ' \r\n[',
  '\ufeff{\n  "record": "company"\n}',
])('JSON that is not NDJSON is refused with what to send: %j', async (text) => {
  for (const content of [text, gzipSync(text)])
    await expect(contents('data.json', folderWith({ 'data.json': content }))).rejects.toThrow(
      'data.json cannot be read: it is a JSON array, or JSON spread over several lines. ' +
        'Records are NDJSON: one JSON object per line.',
    )
})

test('a line that is no object is left to the reading of records, unless it is the first', async () => {
  const lines = ['{ "record": "company" }', '[', '{']
  const folder = folderWith({ 'a.ndjson': lines.join('\n') })
  expect((await contents('a.ndjson', folder)).lines).toEqual(lines)
})

test('a gzip bomb in one line is read in passing and kept nowhere', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' x'))
  const folder = folderWith({ 'bomb.ndjson.gz': bomb })
  const { lines } = await contents('bomb.ndjson.gz', folder)
  expect(lines).toMatchObject([{ reason: 'is longer than 8 MiB' }])
})
