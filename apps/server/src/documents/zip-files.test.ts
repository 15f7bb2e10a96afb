import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { unzip } from '../../test/documents/unzip.ts'
import { zipFiles } from './zip-files.ts'

const created = new Date('2026-11-24T12:00:00Z')
const file = (path: string, open: () => Readable) => ({ path, open: async () => open() })
const endless = () =>
  Readable.from(
    (function* () {
      for (let nth = 0; ; nth += 1) yield Buffer.from(`${Math.sin(nth)}`.repeat(1000))
    })(),
  )

test('each file is opened after the previous file was read', async () => {
  const open: string[] = []
  const named = (path: string) =>
    file(path, () => {
      open.push(path)
      return Readable.from([Buffer.from(`${open.join()} `)])
    })
  const files = unzip(await buffer(zipFiles([named('a/1'), named('a/2')], created)))
  expect([...files].map(([path, content]) => [path, content.toString()])).toEqual([
    ['a/1', 'a/1 '],
    ['a/2', 'a/1,a/2 '],
  ])
})

test('a reader that leaves closes the open file, and no further one is opened', async () => {
  const first = endless()
  let isSecondOpen = false
  const second = file('2', () => {
    isSecondOpen = true
    return endless()
  })
  const zip = zipFiles([file('1', () => first), second], created)
  await once(zip, 'readable')
  zip.destroy()
  await once(first, 'close')
  expect([first.destroyed, isSecondOpen]).toEqual([true, false])
})

test('a file that cannot be opened or read cuts the ZIP off', async () => {
  const broken = new Readable({
    read() {
      this.destroy(new Error('not readable'))
    },
  })
  await expect(buffer(zipFiles([file('1', () => broken)], created))).rejects.toThrow('not readable')
  const missing = { path: '1', open: () => Promise.reject(new Error('not there')) }
  await expect(buffer(zipFiles([missing], created))).rejects.toThrow('not there')
})
