import { beforeAll, expect, test } from 'vitest'
import type { Aging } from '@portal/domain/payments/aging.schema'
import { addDays } from '@portal/domain/kernel/day'
import { testPortal } from '../../../test/test-portal.ts'

const portal = testPortal()
const today = new Date().toISOString().slice(0, 10)

beforeAll(async () => {
  const { given } = portal
  await given.company('A1')
  await given.user('ana@a.example', 'A1', ['AccessInvoices'], ['Licenses'])
  const daysLate = [0, -5, 1, 30, 31, 60, 61, 90, 91, 400]
  for (const [index, late] of daysLate.entries())
    await given.invoice('A1', `D${late}`, { due: addDays(today, -late), balance: 101 + index })
  await given.invoice('A1', 'none', { due: null, balance: 7 })
  await given.invoice('A1', 'credit', { due: addDays(today, -45), balance: -3 })
  await given.invoice('A1', 'paid', { balance: 0, amount: 500 })
  await given.invoice('A1', 'euro', { currency: 'EUR', due: today, balance: 1 })
  await given.invoice('A1', 'data', { subsidiary: 'MTS-DATA', due: today, balance: 2 })
  await given.invoice('A1', 'unnamed', { subsidiary: 'XX-9', due: today, balance: 3 })
  await given.invoice('A1', 'hidden', { category: 'Hidden', due: today, balance: 900_000 })
})

test('amounts due are in the bucket of their age, per selling company and currency, to the cent', async () => {
  const ana = await portal.signIn('ana@a.example')
  const { subsidiaries } = (await ana.get('/api/invoice/aging')).json<Aging>()
  expect(subsidiaries.map((one) => one.code)).toEqual(['MTS-DATA', 'MTS-US', 'XX-9'])
  expect(subsidiaries.map((one) => one.name)).toEqual([
    'Meridian Data Services',
    'TT Platform',
    'XX-9',
  ])
  expect(subsidiaries[1]?.currencies).toEqual({
    USD: {
      current: 2.03,
      '1-30': 2.07,
      '31-60': 2.11,
      '61-90': 2.15,
      '90+': 2.19,
      other: 0.04,
      total: 10.59,
    },
    EUR: { current: 0.01, '1-30': 0, '31-60': 0, '61-90': 0, '90+': 0, other: 0, total: 0.01 },
  })
})
