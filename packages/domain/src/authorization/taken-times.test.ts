import { describe, expect, test } from 'vitest'
import { grantsOf, license, statesOf } from '../../test/authorized-lines.ts'
import type { BookedLine } from '../changes/bill.ts'
import type { EarlierCharge } from './taken-times.ts'

type Line = Partial<BookedLine>

const grants = grantsOf([license({ since: '2024-01-01' })], {
  productOf: ({ words }) =>
    ['tt pro', 'tt professional'].includes(words.product)
      ? { productId: 'P1', prorates: false, isRecurring: true }
      : undefined,
  requests: new Map([['E1', { equipmentRequestId: 'E1', isApproved: true, isCancelled: false }]]),
})
const charge = (dollars: number, more: Line = {}): Line => ({
  licenseId: 'L1',
  totalCents: dollars * 100,
  ...more,
})
const days = (from: string, to: string): Line => ({
  servicePeriodStart: `2026-${from}`,
  servicePeriodEnd: `2026-${to}`,
})
const march = days('03-01', '03-31')
const tom = { licenseId: null, note: 'Tom Jones' }
const once = { chargeType: 'oneTime' as const }
const server = {
  ...once,
  licenseId: null,
  productName: 'Server',
  equipmentRequestId: 'E1',
  equipmentLineId: '1',
}
const installation = { ...server, productName: 'Installation' }

const charged = (...lines: Line[]) => statesOf(lines, grants).join(', ')

describe('a license is charged', () => {
  const pro = { productName: 'TT Professional' }
  const data = { productName: 'CME data' }
  const noName = { licenseId: null }
  const january = days('01-01', '01-31')
  const february = days('02-01', '02-28')
  const latter = days('03-16', '03-31')
  test('once, if a credit cancels the other charge, whatever its price', () =>
    expect(charged(charge(120), charge(-120), charge(100))).toBe('by id, none, by id'))
  test('once, if a credit cancels the second charge', () =>
    expect(charged(charge(100), charge(120), charge(-120))).toBe('by id, by id, none'))
  test('once, if the credit has no days, or has a new name of the product', () =>
    expect(charged(charge(120, march), charge(-120, pro), charge(100, { ...march, ...pro }))).toBe(
      'by id, none, by id',
    ))
  test('twice, if the credit is for other days', () =>
    expect(charged(charge(100, march), charge(100, march), charge(-100, january))).toBe(
      'by id, twice, none',
    ))
  test('twice, if the credit is another amount', () =>
    expect(charged(charge(120), charge(-20), charge(100))).toBe('by id, none, twice'))
  test('twice, if one credit cancels one of three', () =>
    expect(charged(charge(100), charge(100), charge(100), charge(-100))).toBe(
      'by id, by id, twice, none',
    ))
  test('once, if a credit cancels the charge of its user', () =>
    expect(charged(charge(120, tom), charge(-120, tom), charge(100, tom))).toBe(
      'by name, none, by name',
    ))
  test('once, if a credit cancels a charge without a name', () =>
    expect(charged(charge(120, noName), charge(-120, noName), charge(100, tom))).toBe(
      'by count, none, by name',
    ))
  test('once, if no line has a name and a credit cancels one', () =>
    expect(charged(charge(120, noName), charge(-120, noName), charge(100, noName))).toBe(
      'by count, none, by count',
    ))
  test('once for each product that the catalog does not know', () =>
    expect(charged(charge(30, data), charge(40, { productName: 'ICE data' }))).toBe('by id, by id'))
  test('twice for a product that the catalog does not know', () =>
    expect(charged(charge(30, data), charge(30, data))).toBe('by id, twice'))
  test('once from the 15th to the 14th', () =>
    expect(charged(charge(100, days('02-15', '03-14')), charge(100, days('03-15', '04-14')))).toBe(
      'by id, by id',
    ))
  test('once, if bills name the first day of the next period as the last one', () =>
    expect(charged(charge(100, days('02-15', '03-15')), charge(100, days('03-15', '04-15')))).toBe(
      'by id, by id',
    ))
  test('twice for the days that two periods have in common', () =>
    expect(charged(charge(100, march), charge(100, days('03-15', '04-14')))).toBe('by id, twice'))
  test('twice for these days, if bills name the first day of the next period as the last one', () =>
    expect(charged(charge(100, days('02-15', '03-15')), charge(100, march))).toBe('by id, twice'))
  test('twice for a month from its 31st', () =>
    expect(charged(charge(100, days('01-31', '02-27')), charge(100, february))).toBe(
      'by id, twice',
    ))
  test('twice, if a line without days is of the same month', () =>
    expect(charged(charge(100, march), charge(100))).toBe('by id, twice'))
  test('for parts of a month', () =>
    expect(charged(charge(50, days('03-01', '03-15')), charge(50, latter))).toBe('by id, by id'))
  test('for a month and the difference to another price', () =>
    expect(charged(charge(100, march), charge(20, latter))).toBe('by id, by id'))
  test('twice for a part of a month', () =>
    expect(charged(charge(50, latter), charge(50, latter))).toBe('by id, twice'))
  test('for a month, and for setup once', () =>
    expect(charged(charge(500, once), charge(100), charge(50, once))).toBe('by id, by id, by id'))

  test('once, if each of two credits can cancel a charge', () => {
    const two = [charge(100, march), charge(100, march)]
    const others = [charge(100, february), charge(100, february)]
    const credits = [charge(-100), charge(-100, march)]
    expect(charged(...two, ...others, ...credits)).toBe('by id, by id, by id, by id, none, none')
  })

  test('by count for the remaining part of a month', () => {
    const part = { licenseId: null, ...days('03-01', '03-15') }
    const whole = { licenseId: null, ...march }
    const two = grantsOf([license(), license({ licenseId: 'L2', userNames: ['Ann Berg'] })])
    const states = statesOf([part, part, whole, whole, whole], two)
    expect(states.slice(0, 4)).toEqual(['by count', 'by count', 'by count', 'by count'])
    expect(states[4]).toBe('notFound')
  })

  test('for setup before its start, and for termination after its end', () => {
    const of = (more: object) => grantsOf([license({ since: '2026-02-01', ...more })])
    expect(statesOf([charge(500, once)], of({ since: '2026-04-01' }))).toEqual(['by id'])
    expect(statesOf([charge(300, once)], of({ until: '2026-02-28' }))).toEqual(['by id'])
    expect(statesOf([charge(500, once)], of({ monthlyPrice: 10_000 }))).toEqual(['by id'])
  })

  test('once, if another bill cancelled the earlier charge', () => {
    const before: EarlierCharge = {
      licenseId: 'L1',
      product: 'P1',
      from: '2026-03-01',
      to: '2026-03-31',
      totalCents: 12_000,
      date: '2026-02-20',
      invoiceNumber: 'A-0',
    }
    const credit = { ...before, totalCents: -12_000, date: '2026-04-01' }
    const states = (earlier: EarlierCharge[], more: Line = {}) =>
      statesOf([charge(100, { ...march, ...more })], grants, { earlier })
    expect(states([before])).toEqual(['twice'])
    expect(states([before], { productName: 'CME data' })).toEqual(['by id'])
    expect(states([before, credit])).toEqual(['by id'])
    expect(states([before, { ...credit, from: null, to: null }])).toEqual(['by id'])
    expect(states([before, { ...credit, from: '2026-01-01', to: '2026-01-31' }])).toEqual(['twice'])
    // A credit that is older than the charge belongs to another charge.
    expect(states([before, { ...credit, date: '2026-02-01' }])).toEqual(['twice'])
    expect(states([before, { ...credit, licenseId: 'L2' }])).toEqual(['twice'])
  })
})

describe('an item of equipment is charged', () => {
  const anyItem = { ...server, equipmentLineId: null }
  test('once for its hardware and once for its installation', () =>
    expect(charged(charge(3000, server), charge(500, installation))).toBe('by id, by id'))
  test('twice', () =>
    expect(charged(charge(3000, server), charge(2500, server))).toBe('by id, twice'))
  test('as often as its request, if no line names the item', () =>
    expect(charged(charge(3000, anyItem), charge(2500, anyItem))).toBe('by id, by id'))
  test('once, if a credit cancels the other charge', () =>
    expect(
      charged(
        charge(3000, server),
        charge(-3000, { ...server, chargeType: 'credit' }),
        charge(2500, server),
      ),
    ).toBe('by id, none, by id'))
  test('twice, if the credit is for another item', () =>
    expect(
      charged(
        charge(3000, server),
        charge(-3000, { ...server, equipmentLineId: '2' }),
        charge(2500, server),
      ),
    ).toBe('by id, none, twice'))
})
