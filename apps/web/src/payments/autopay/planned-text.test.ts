import { expect, test } from 'vitest'
import { plannedText } from './planned-text.ts'

test('an invoice shows its charge date, or why it has none', () => {
  expect(plannedText({ day: '2026-11-25', reason: null })).toBe('Charged on 11/25/2026')
  expect(plannedText({ day: null, reason: 'AutoPay is paused' })).toBe(
    'Not charged: AutoPay is paused',
  )
  expect(plannedText({ day: '2026-11-25', reason: 'Exceeds your cap per month' })).toBe(
    'Charged on 11/25/2026. Exceeds your cap per month',
  )
})
