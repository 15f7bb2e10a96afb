import { expect, test } from 'vitest'
import { runText } from './autopay-run.ts'

test('the run of a day is told in the time of whoever looks', () => {
  const here = new Date(2026, 10, 25, 15, 0)
  expect(runText('2026-11-25', here.toISOString())).toMatch(/^at 3:00\sPM \S+$/)
})

test('where it is already the next day, that day is named', () => {
  const here = new Date(2026, 10, 26, 6, 0)
  expect(runText('2026-11-25', here.toISOString())).toMatch(/^on 11\/26\/2026, 6:00\sAM \S+$/)
})
