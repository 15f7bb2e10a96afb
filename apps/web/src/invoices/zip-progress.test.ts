import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileCounter } from './zip-progress.ts'

const text = (words: string) => new TextEncoder().encode(words)
const header = (path: string) => [...text('PK\x03\x04'), ...new Uint8Array(26), ...text(path)]

test('counts the files of the folder, wherever the parts are cut', () => {
  const file = fc.oneof(
    fc.constant({ bytes: [...header('may/INV-1.pdf'), 1, 2, 3], counts: 1 }),
    // A spreadsheet is a ZIP itself, and any bytes may look like the beginning of a header.
    fc.constant({ bytes: header('xl/styles.xml'), counts: 0 }),
    fc.constant({ bytes: [...text('PK\x03\x04PK\x03PPP')], counts: 0 }),
    fc.constant({ bytes: [...text('PK\x01\x02'), ...text('may/INV-1.pdf')], counts: 0 }),
  )
  fc.assert(
    fc.property(fc.array(file), fc.array(fc.integer({ min: 0, max: 400 })), (files, cuts) => {
      const bytes = Uint8Array.from(files.flatMap((one) => one.bytes))
      const counter = fileCounter('may')
      let last = counter(new Uint8Array())
      let from = 0
      for (const cut of [...cuts.toSorted((a, b) => a - b), bytes.length]) {
        last = counter(bytes.slice(from, cut))
        from = Math.max(from, Math.min(cut, bytes.length))
      }
      expect(last).toBe(files.reduce((sum, one) => sum + one.counts, 0))
    }),
  )
})
