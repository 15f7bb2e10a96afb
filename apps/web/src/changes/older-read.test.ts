import fc from 'fast-check'
import { expect, test } from 'vitest'
import '../../../../tools/random-tests.ts'
import { olderRead, type Read } from './older-read.ts'

type Step = 'import' | 'read invoice' | 'read changes' | 'time passes'

test('whatever is imported between the reads, at most two more reads lead to one revision', () => {
  let differed = 0
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom<Step>('import', 'read invoice', 'read changes', 'time passes'), {
        maxLength: 20,
      }),
      (steps) => {
        let revision = 1
        let now = 1
        const read = (): Read => ({ revision: String(revision), at: now })
        const shown = { invoice: read(), changes: read() }
        for (const step of steps) {
          if (step === 'import') revision += 1
          else if (step === 'time passes') now += 1
          else shown[step === 'read invoice' ? 'invoice' : 'changes'] = read()
        }
        const first = olderRead(shown.invoice, shown.changes)
        expect(first === undefined).toBe(shown.invoice.revision === shown.changes.revision)
        differed += Number(first !== undefined)
        for (let reads = 0; reads < 2; reads += 1) {
          const older = olderRead(shown.invoice, shown.changes)
          now += 1
          if (older) shown[older] = read()
        }
        expect(olderRead(shown.invoice, shown.changes)).toBeUndefined()
      },
    ),
  )
  expect(differed).toBeGreaterThan(10)
})
