import { expect, test } from 'vitest'
import { fieldsOf, isPaused, readSettings } from './autopay-settings.ts'

const today = '2026-11-21'
const empty = { capPerCharge: '', capPerMonth: '', pausedUntil: '' }
const none = { capPerCharge: null, capPerMonth: null, pausedUntil: null }

test('empty fields remove every limit', () => {
  expect(readSettings(empty, today)).toEqual({ settings: none })
  expect(fieldsOf(none, today)).toEqual(empty)
})

test.each([
  ['500', 500],
  [' 500.5 ', 500.5],
  ['$1,500.00', 1500],
  ['0.29', 0.29],
  ['9999999', 9_999_999],
])('the cap %j is %d', (capPerCharge, cap) => {
  expect(readSettings({ ...empty, capPerCharge }, today)).toEqual({
    settings: { ...none, capPerCharge: cap },
  })
})

test.each(['abc', '1.234', '-5', '1,50', '1,2345', '5 USD', '0', '0.00', '9999999.01', '1e3'])(
  'the cap %j is refused and named',
  (capPerCharge) => {
    const read = readSettings({ ...empty, capPerCharge }, today)
    expect('faults' in read && read.faults.capPerCharge).toMatch(/^Enter /)
  },
)

test('a pause ends after today, on a day that exists', () => {
  const pausing = (pausedUntil: string) => readSettings({ ...empty, pausedUntil }, today)
  expect(pausing('12/1/2026')).toEqual({ settings: { ...none, pausedUntil: '2026-12-01' } })
  expect(pausing('2/30/2027')).toEqual({ faults: { pausedUntil: 'Date input not valid.' } })
  expect(pausing('11/21/2026')).toEqual({ faults: { pausedUntil: 'Choose a day after today.' } })
})

test('all invalid fields are named together', () => {
  const wrong = { capPerCharge: 'x', capPerMonth: 'y', pausedUntil: 'z' }
  const read = readSettings(wrong, today)
  expect('faults' in read && Object.keys(read.faults)).toEqual(Object.keys(wrong))
})

test('saved values are shown as typed; a pause that has ended is empty', () => {
  const settings = { capPerCharge: 1500, capPerMonth: 0.3, pausedUntil: '2026-12-01' }
  expect(fieldsOf(settings, today)).toEqual({
    capPerCharge: '1500.00',
    capPerMonth: '0.30',
    pausedUntil: '12/01/2026',
  })
  expect(fieldsOf(settings, '2026-12-01').pausedUntil).toBe('')
  expect(isPaused(settings, '2026-11-30')).toBe(true)
  expect(isPaused(settings, '2026-12-01')).toBe(false)
})
