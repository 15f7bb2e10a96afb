import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { exampleSettings } from '../../../../tools/example-settings.ts'
import { readConfig } from '../config.ts'
import { readLines } from './read-source.ts'
import { findSources, SourceProblem, type SourceLimits } from './sources.ts'

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

test('gzip is recognized by its bytes, whatever the file name, and may have several parts', async () => {
  const packed = Buffer.concat([gzipSync('one\n'), gzipSync('two')])
  const folder = folderWith({ 'data.ndjson': packed })
  expect(await contents('data.ndjson', folder)).toEqual({
    lines: ['one', 'two'],
    bytes: packed.length,
  })
})

test('a folder is read in the order of its file names, without other files and earlier rejects', async () => {
  const folder = folderWith({
    '2.ndjson': 'two',
    '1.jsonl.gz': gzipSync('one'),
    'totals.json': '{',
    'a.rejects.ndjson': 'x',
  })
  expect((await contents('.', folder)).lines).toEqual(['one', 'two'])
})

test('an empty file has no records; a missing, broken or empty source is reported by name', async () => {
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
])('JSON that is not NDJSON is refused with the required format: %j', async (text) => {
  for (const content of [text, gzipSync(text)])
    await expect(contents('data.json', folderWith({ 'data.json': content }))).rejects.toThrow(
      'data.json cannot be read: it is a JSON array, or JSON spread over several lines. ' +
        'Records are NDJSON: one JSON object per line.',
    )
})

test('an invalid line is reported as a record, unless it is the first', async () => {
  const lines = ['{ "record": "company" }', '[', '{']
  const folder = folderWith({ 'a.ndjson': lines.join('\n') })
  expect((await contents('a.ndjson', folder)).lines).toEqual(lines)
})

const { recordsLimits } = readConfig(exampleSettings('development'))

async function readWithin(content: Buffer, limits: SourceLimits) {
  let lines = 0
  const source = { name: 'records', limits, open: () => Readable.from([content]) }
  for await (const batch of readLines(source, () => {})) lines += batch.length
  return lines
}

test.each<[string, Buffer, Partial<SourceLimits>, string]>([
  [
    'bytes',
    gzipSync(Buffer.alloc(5_000_000, '{"record":"company"}\n')),
    { unpackedBytes: 4e6 },
    'unpacked, they are larger than 4 MB (RECORDS_MAX_UNPACKED_MB). Send them in parts.',
  ],
  [
    'plain bytes',
    Buffer.alloc(5_000_000, '{"record":"company"}\n'),
    { unpackedBytes: 4e6 },
    'unpacked, they are larger than 4 MB (RECORDS_MAX_UNPACKED_MB). Send them in parts.',
  ],
  [
    'times their size',
    gzipSync(Buffer.alloc(17_000_000, '{"record":"company"}\n')),
    {},
    'unpacked, they are more than 100 times as large as they were sent (RECORDS_MAX_RATIO). Send them without compression.',
  ],
  [
    'lines, all of them empty',
    gzipSync(Buffer.alloc(1_000_002, '\n')),
    {},
    'there are more than 1000000 lines (RECORDS_MAX_LINES). Send them in parts.',
  ],
])('records with too many %s are refused, with the limit', async (_, content, limits, problem) => {
  await expect(readWithin(content, { ...recordsLimits, ...limits })).rejects.toThrow(
    new SourceProblem(`records cannot be read: ${problem}`),
  )
})

test('a gzip bomb is stopped long before its end; files of the operator have no limits', async () => {
  const bomb = gzipSync(Buffer.alloc(150_000_000, `{"record":"${'x'.repeat(86)}"}\n`))
  let taken = 0
  const source = { name: 'records', limits: recordsLimits, open: () => Readable.from([bomb]) }
  const read = async () => {
    for await (const batch of readLines(source, () => {})) taken += batch.length
  }
  await expect(read()).rejects.toThrow(/RECORDS_MAX_RATIO/)
  expect(taken).toBeLessThan(750_000)
  const folder = folderWith({ 'a.ndjson.gz': bomb })
  expect((await contents('a.ndjson.gz', folder)).lines).toHaveLength(1_500_000)
})

test('a gzip bomb in one line is read without being stored', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' x'))
  const folder = folderWith({ 'bomb.ndjson.gz': bomb })
  const { lines } = await contents('bomb.ndjson.gz', folder)
  expect(lines).toMatchObject([{ reason: 'is longer than 8 MiB' }])
})
