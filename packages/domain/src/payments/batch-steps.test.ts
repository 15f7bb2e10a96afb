import { expect, test } from 'vitest'
import { batchChunk, nextOfBatch, stopAfter, type BatchFacts, type Decline } from './batch-steps.ts'

const declineOf = (code: string): Decline => ({ code, message: `declined: ${code}` })

test.each([
  'card_declined',
  'lost_card',
  'expired_card',
  'do_not_honor',
  'authentication_required',
])('after %s no further payment is tried', (code) => {
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

test('no payment starts during an authentication; afterwards one at a time until one needs no authentication', () => {
  const facts = { declines: [], isAsked: false }
  expect(nextOfBatch({ ...facts, isAsked: true, newest: 'succeeded' })).toEqual({ do: 'wait' })
  const atMost = (newest: BatchFacts['newest']) => nextOfBatch({ ...facts, newest })
  for (const newest of ['none', 'answered', 'failed'] as const)
    expect(atMost(newest)).toEqual({ do: 'open', atMost: 1 })
  expect(atMost('succeeded')).toEqual({ do: 'open', atMost: batchChunk })
})
