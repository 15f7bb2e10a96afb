import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../../tools/random-tests.ts'
import { batchChunk, nextOfBatch, stopAfter, type BatchFacts, type Decline } from './batch-steps.ts'

const declineOf = (code: string): Decline => ({ code, message: `declined: ${code}` })

test.each([
  'card_declined',
  'lost_card',
  'expired_card',
  'do_not_honor',
  'authentication_required',
])('after %s nothing more is tried', (code) => {
  expect(stopAfter([declineOf(code)])).toBe(`declined: ${code}`)
})

test('declines that may not repeat stop the batch when there are three of them', () => {
  const [one, two, three] = ['insufficient_funds', 'processing_error', 'try_again_later'].map(
    declineOf,
  )
  expect(stopAfter([])).toBeUndefined()
  expect(stopAfter([one!, two!])).toBeUndefined()
  expect(stopAfter([one!, two!, three!])).toBe('declined: try_again_later')
})

/** How the bank of a card behaves: the result of the nth confirmed payment. */
const someBank = fc.oneof(
  fc.record({ kind: fc.constant('approves' as const) }),
  fc.record({ kind: fc.constant('declines' as const), from: fc.nat(40) }),
  fc.record({ kind: fc.constant('asks' as const) }),
  fc.record({ kind: fc.constant('asksOnce' as const) }),
  fc.record({ kind: fc.constant('lacksFunds' as const), above: fc.nat(100) }),
  fc.record({ kind: fc.constant('isSilent' as const), from: fc.nat(40) }),
)

test('a batch tries a declined card once, waits for one authentication at a time, and pays the rest', () => {
  fc.assert(
    fc.property(someBank, fc.array(fc.nat(100), { maxLength: 150 }), (bank, amounts) => {
      const declines: Decline[] = []
      const paid: number[] = []
      let newest: BatchFacts['newest'] = 'none'
      let confirmed = 0
      let mostAsked = 0
      let triedAfterStop = 0
      const left = [...amounts]
      while (left.length > 0) {
        const step = nextOfBatch({ declines, isAsked: false, newest })
        if (step.do !== 'open') break
        const chunk = left.splice(0, step.atMost)
        let asked = 0
        for (const amount of chunk) {
          // As `chargeOpened` does within a chunk.
          if (stopAfter(declines) !== undefined) break
          const nth = confirmed
          confirmed += 1
          const wasStopped = stopAfter(declines) !== undefined
          const asks = bank.kind === 'asks' || (bank.kind === 'asksOnce' && nth === 0)
          if (asks) asked += 1
          if (bank.kind === 'declines' && nth >= bank.from) declines.push(declineOf('lost_card'))
          else if (bank.kind === 'lacksFunds' && amount > bank.above)
            declines.push(declineOf('insufficient_funds'))
          else if (bank.kind === 'isSilent' && nth >= bank.from)
            declines.push(declineOf('authentication_abandoned'))
          else {
            paid.push(amount)
            newest = asks ? 'answered' : 'succeeded'
            continue
          }
          newest = 'failed'
          if (wasStopped) triedAfterStop += 1
        }
        mostAsked = Math.max(mostAsked, asked)
      }
      expect(triedAfterStop).toBe(0)
      expect(mostAsked).toBeLessThanOrEqual(1)
      const isDead = bank.kind === 'declines' || bank.kind === 'isSilent'
      expect(declines.length).toBeLessThanOrEqual(isDead ? 1 : 3)
      expect(declines.length > 0 ? amounts : paid).toEqual(amounts)
    }),
    { numRuns: runs(500) },
  )
})

test('nothing is opened during an authentication; afterwards one at a time until one needs none', () => {
  const facts = { declines: [], isAsked: false }
  expect(nextOfBatch({ ...facts, isAsked: true, newest: 'succeeded' })).toEqual({ do: 'wait' })
  const atMost = (newest: BatchFacts['newest']) => nextOfBatch({ ...facts, newest })
  for (const newest of ['none', 'answered', 'failed'] as const)
    expect(atMost(newest)).toEqual({ do: 'open', atMost: 1 })
  expect(atMost('succeeded')).toEqual({ do: 'open', atMost: batchChunk })
})
