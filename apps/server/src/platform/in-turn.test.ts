import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inTurn } from './in-turn.ts'

test('work of one name never overlaps, that of others does, and a failure does not stop the next', async () => {
  const log: string[] = []
  const work = (name: string, ms: number, fails = false) =>
    inTurn(name, async () => {
      log.push(`${name} starts`)
      await sleep(ms)
      log.push(`${name} ends`)
      if (fails) throw new Error('failed')
    })
  await Promise.allSettled([work('A', 40, true), work('A', 1), work('B', 1)])
  expect(log).toEqual(['A starts', 'B starts', 'B ends', 'A ends', 'A starts', 'A ends'])
})
