import { describe, expect, test } from 'vitest'
import { effort, testSeed } from '../../../../tools/random-tests.ts'
import { authorized, grantsOf, license, statesOf } from '../../test/authorized-lines.ts'
import { chargedLicenses, type Truth } from '../../test/charged-licenses.ts'
import type { BookedLine } from '../changes/bill.ts'
import { orderIdOf, type Authorization } from './authorization.ts'
import { authorizeCharges } from './authorize-charges.ts'
import type { KnownLicense } from './grants.ts'
import { unbilledLicenses } from './unbilled-licenses.ts'

const companies = 60 * effort

test('generated bills with known truth: correct lines are not reported, and wrong lines are found by their ids', () => {
  const first = testSeed
  const count = { right: 0, falseAlarms: 0, unexplained: 0, by: { id: 0, name: 0, count: 0 } }
  const wrong: Record<string, { all: number; found: number }> = {}
  const samples: string[] = []
  for (let seed = first; seed < first + companies; seed += 1) {
    const { months, hasIds } = chargedLicenses(seed)
    for (const { bills, grants, isNewest, truth, month } of months) {
      const states = authorizeCharges(bills, grants, { isNewest })
      expect(states.size).toBe(bills.flatMap(({ lines }) => lines).length)
      for (const [line, really] of truth) {
        const found = states.get(line)!
        if (really === 'right') {
          count.right += 1
          if (found.state === 'matched') count.by[found.by] += 1
          if (found.state === 'unexplained') count.unexplained += 1
          if (found.state !== 'toCheck') continue
          count.falseAlarms += 1
          samples.push(`seed ${seed} ${month} ${line.productName} ${line.note}: ${text(found)}`)
        } else {
          const key = `${hasIds ? 'by id' : 'by name'} ${really}`
          const rate = (wrong[key] ??= { all: 0, found: 0 })
          rate.all += 1
          if (found.state === 'toCheck') rate.found += 1
          else if (hasIds)
            samples.push(`seed ${seed} ${month} ${line.note} is ${really}: ${text(found)}`)
        }
      }
    }
  }
  console.log(`of ${companies} companies from seed ${first}`, count, wrong, samples.slice(0, 12))
  expect(count.falseAlarms / count.right).toBeLessThanOrEqual(0.005)
  const ids: Truth[] = ['afterEnd', 'beforeStart', 'twice', 'otherPrice']
  for (const kind of ids)
    expect(wrong[`by id ${kind}`]).toMatchObject({ found: expect.any(Number) })
  for (const kind of ids) expect(wrong[`by id ${kind}`]!.found).toBe(wrong[`by id ${kind}`]!.all)
})

const text = (found: Authorization) =>
  [
    found.state,
    'by' in found && found.by,
    'reason' in found && found.reason,
    found.license?.userNames[0],
  ]
    .filter(Boolean)
    .join(' ')

const month = (name: string) => ({
  servicePeriodStart: `2026-${name}-01`,
  servicePeriodEnd: `2026-${name}-28`,
})

describe('a line is', () => {
  const byId = { licenseId: 'L1' }
  const during = (from: string, to: string) => ({ servicePeriodStart: from, servicePeriodEnd: to })
  const year = during('2026-03-15', '2027-03-14')
  const quarter = during('2026-03-01', '2026-05-31')
  const ofQuarter = { ...byId, ...quarter }
  const ofYear = { ...byId, ...year }
  const inMarch = { ...byId, ...month('03') }
  const lastThird = { ...byId, ...during('2026-03-10', '2026-03-31') }
  const half = { ...byId, totalCents: 5000, ...during('2026-03-16', '2026-03-31') }
  const twoUsers = (totalCents: number) => ({ ...ofQuarter, quantity: 2_000_000n, totalCents })
  const at = (monthlyPrice: number, more: Partial<KnownLicense> = {}) => ({ monthlyPrice, ...more })
  const rises = (nextPriceFrom: string) => at(9000, { nextMonthlyPrice: 10_000, nextPriceFrom })

  test.each<[string, Partial<KnownLicense>, Partial<BookedLine>[], string]>([
    ['matched by its id', {}, [byId], 'by id'],
    ['right in the whole month of its start', { since: '2026-03-20' }, [inMarch], 'by id'],
    ['right in the whole month of its end', { until: '2026-03-02' }, [inMarch], 'by id'],
    ['charged after its end', { until: '2026-02-28' }, [byId], 'afterEnd'],
    ['charged after the day of its end', { until: '2026-03-09' }, [lastThird], 'afterEnd'],
    ['charged before its start', { since: '2026-04-01' }, [byId], 'beforeStart'],
    [
      'judged by its own month, not that of its bill',
      { until: '2026-01-31' },
      [{ ...byId, description: 'Jan 2026' }],
      'by id',
    ],
    ['charged twice', {}, [byId, byId], 'by id, twice'],
    [
      'charged twice, and once taken back',
      {},
      [byId, byId, { ...byId, totalCents: -10_000 }],
      'by id, by id, none',
    ],
    [
      'charged for two parts of a month',
      {},
      [400_000n, 600_000n].map((quantity) => ({ ...byId, quantity })),
      'by id, by id',
    ],
    ['at another price', at(9000), [byId], 'otherPrice'],
    ['at the price to come', rises('2026-03-15'), [byId], 'by id'],
    ['at the price to come, too early', rises('2026-04-01'), [byId], 'otherPrice'],
    [
      'for three months at the price of each',
      at(10_000),
      [{ ...ofQuarter, quantity: 3_000_000n, totalCents: 30_000 }],
      'by id',
    ],
    ['for a year at the price of a month', at(8333), [{ ...ofYear, totalCents: 100_000 }], 'by id'],
    ['for a year at another price', at(8333), [{ ...ofYear, totalCents: 100_100 }], 'otherPrice'],
    ['at the price before another one', at(9000, { pricedOn: '2026-03-02' }), [byId], 'by id'],
    ['at another price since', at(9000, { pricedOn: '2026-03-01' }), [byId], 'otherPrice'],
    ['at its price less a discount', at(10_000), [{ ...byId, totalCents: 9000 }], 'by id'],
    [
      'at a lower price',
      at(10_000),
      [{ ...byId, price: 90_000_000n, totalCents: 9000 }],
      'otherPrice',
    ],
    ['before it was renewed', { since: '2026-06-01', firstSince: '2025-06-01' }, [byId], 'by id'],
    ['at another price by a cent', at(9999), [byId], 'otherPrice'],
    ['for two users and three months', at(10_000), [twoUsers(60_000)], 'by id'],
    ['for these at another price', at(10_000), [twoUsers(61_000)], 'otherPrice'],
    ['for a part of a month, so its price is not known', at(10_000), [half], 'by id'],
    [
      'of another currency, so its price is not known',
      at(9000, { currency: 'EUR' }),
      [byId],
      'by id',
    ],
    [
      'of a license that is not known',
      {},
      [{ licenseId: 'L9', note: 'Ann Berg' }, { note: 'Tom Jones' }],
      'notFound, by name',
    ],
    ['a tax', {}, [{ chargeType: 'tax' }], 'none'],
    ['a one-time charge', {}, [{ chargeType: 'oneTime' }], 'none'],
    ['matched by name', {}, [{ note: 'User: Jones, Tom' }], 'by name'],
    [
      'of a former user',
      { userNames: ['Tom Jones', 'Ann Berg'] },
      [{ note: 'Ann Berg' }],
      'by name',
    ],
    ['matched by count', {}, [{}], 'by count'],
    ['matched by count for a year', {}, [{ ...year, quantity: 12_000_000n }], 'by count'],
    ['more than there are licenses', {}, [{ quantity: 2_000_000n }], 'notFound'],
    ['of one who left', { until: '2026-01-31' }, [{ note: 'Tom Jones' }], 'afterEnd'],
    ['of a license whose last day is not known', { endIsUnknown: true }, [{}], 'notFound'],
    ['of an order', {}, [{ licenseOrderId: 'O1', note: 'Someone' }], 'by id'],
  ])('%s', (_name, more, lines, states) => {
    expect(statesOf(lines, grantsOf([license(more)])).join(', ')).toBe(states)
  })

  test('matched by name only if one person fits', () => {
    const two = [license(), license({ licenseId: 'L2', userNames: ['Tim Jones'] })]
    expect(statesOf([{ note: 'T. Jones' }], grantsOf(two))).toEqual(['by count'])
    expect(statesOf([{ note: 'T. Jones' }, { note: 'Tim Jones' }], grantsOf(two))).toEqual([
      'by count',
      'by name',
    ])
  })

  test('not assigned to a person who left if it may belong to others', () => {
    const three = ['Tim Jones', 'Tam Jones'].map((name, at) =>
      license({ licenseId: `L${at + 2}`, userNames: [name] }),
    )
    const left = license({ until: '2026-01-31' })
    expect(statesOf([{ note: 'T. Jones' }], grantsOf([left, ...three]))).toEqual(['by count'])
  })

  test('wrong on an older bill if it is higher than the price of most lines', () => {
    const priced = (monthlyPrice: number) =>
      ['L1', 'L2', 'L3'].map((licenseId) => license({ licenseId, monthlyPrice }))
    const lines = (third: number) =>
      [10_000, 10_000, third].map((totalCents, at) => ({
        licenseId: `L${at + 1}`,
        price: BigInt(totalCents) * 10_000n,
        totalCents,
      }))
    const older = { isNewest: false }
    const right = ['by id', 'by id', 'by id']
    const wrong = ['by id', 'by id', 'otherPrice']
    expect(statesOf(lines(12_000), grantsOf(priced(10_000)), older)).toEqual(wrong)
    // A price that rose for this license only, or a later discount.
    expect(statesOf(lines(9000), grantsOf(priced(10_000)), older)).toEqual(right)
    expect(statesOf(lines(9000), grantsOf(priced(10_000)))).toEqual(wrong)
    const own = [...priced(11_000).slice(0, 2), license({ licenseId: 'L3', monthlyPrice: 9000 })]
    expect(statesOf(lines(10_000), grantsOf(own), older)).toEqual(right)
    const third = (more: Partial<BookedLine>) =>
      statesOf(
        [...lines(0).slice(0, 2), { licenseId: 'L3', ...quarter, ...more }],
        grantsOf(priced(10_000)),
        older,
      )
    // A quantity of two users, and one of three months.
    expect(third({ quantity: 2_000_000n, totalCents: 57_000 })).toEqual(right)
    expect(third({ quantity: 2_000_000n, totalCents: 63_000 })).toEqual(wrong)
    expect(third({ quantity: 3_000_000n, totalCents: 33_000 })).toEqual(wrong)
    const two = [...own, license({ licenseId: 'L4', monthlyPrice: 9000 })]
    const fourth = { licenseId: 'L4', totalCents: 9000 }
    expect(statesOf([...lines(10_000), fourth], grantsOf(two), older)).toEqual([...right, 'by id'])
  })

  test('never matched with a desk of another number', () => {
    const desk = grantsOf([license({ userNames: ['desk 7'], until: '2026-01-31' })])
    expect(statesOf([{ note: 'desk 8' }], desk)).toEqual(['notFound'])
    expect(statesOf([{ note: 'desk 77' }], desk)).toEqual(['notFound'])
    expect(statesOf([{ note: 'Desk 07' }], desk)).toEqual(['afterEnd'])
  })

  test('not reported as ordered with its license if both product and user differ', () => {
    const isOther = (more: Partial<BookedLine>) => {
      const { bill, states } = authorized([{ ...byId, ...more }], grantsOf([license()]))
      const found = states.get(bill.lines[0]!)
      expect(found).toMatchObject({ state: 'matched', by: 'id' })
      return found && orderIdOf(found) === undefined
    }
    const other = { productName: 'CME data', note: 'Eva Lind' }
    expect(isOther(other)).toBe(true)
    expect(isOther({ ...other, productName: 'TT Pro' })).toBe(false)
    expect(isOther({ ...other, note: 'User: Jones, Tom' })).toBe(false)
    expect(isOther({ ...other, note: '' })).toBe(false)
  })

  test('charged twice if an earlier bill charged the same months', () => {
    const earlier = {
      licenseId: 'L1',
      product: 'P1',
      from: '2026-01-01',
      to: '2026-03-31',
      totalCents: 30_000,
      date: '2026-01-01',
      invoiceNumber: 'A-0',
    }
    expect(statesOf([byId], grantsOf([license()]), { earlier: [earlier] })).toEqual(['twice'])
    expect(
      statesOf([{ ...byId, ...month('04') }], grantsOf([license()]), { earlier: [earlier] }),
    ).toEqual(['by id'])
  })

  test('not reported as wrong if orders explain few lines', () => {
    const few = [license()]
    const strangers = ['Ann', 'Bob', 'Cid', 'Dov'].map((note) => ({ note: `${note} Berg` }))
    expect(statesOf([{ note: 'Tom Jones' }, ...strangers], grantsOf(few))).toEqual([
      'by name',
      ...strangers.map(() => 'unexplained'),
    ])
    const orders = grantsOf(few, { isWhole: false })
    expect(statesOf([{ note: 'Tom Jones' }, { note: 'Ann Berg' }], orders)).toEqual([
      'by name',
      'unexplained',
    ])
  })

  test('of equipment: correct after the approval, and once for each item', () => {
    const of = (isApproved: boolean) =>
      grantsOf([], {
        requests: new Map([['E1', { equipmentRequestId: 'E1', isApproved, isCancelled: false }]]),
      })
    const line = {
      productName: 'Install',
      equipmentRequestId: 'E1',
      equipmentLineId: '1',
      chargeType: 'oneTime' as const,
    }
    expect(statesOf([line, { ...line, equipmentLineId: '2' }, line], of(true))).toEqual([
      'by id',
      'by id',
      'twice',
    ])
    expect(statesOf([line], of(false))).toEqual(['notApproved'])
  })
})

describe('a license is reported as not charged', () => {
  const unbilled = (lines: Partial<BookedLine>[], licenses: KnownLicense[], more = {}) => {
    const grants = grantsOf(licenses, more)
    const { bill, states } = authorized(lines, grants)
    return unbilledLicenses([bill], states, grants, '2026-03').map(({ licenseId }) => licenseId)
  }
  const other = (more: Partial<KnownLicense> = {}) =>
    license({ licenseId: 'L2', userNames: ['Ann Berg'], ...more })
  const one = [{ licenseId: 'L1' }]

  test('if every line of its product names a license', () => {
    expect(unbilled(one, [license(), other()])).toEqual(['L2'])
    expect(unbilled([{ licenseId: 'L1' }, { note: 'Ann Berg' }], [license(), other()])).toEqual([])
    // The line without a name may belong to either of the other licenses.
    const three = [license(), other(), other({ licenseId: 'L3', userNames: ['Kim Ito'] })]
    expect(unbilled([{ licenseId: 'L1' }, {}], three)).toEqual([])
    expect(unbilled(one, [license(), other()], { isWhole: false })).toEqual([])
  })

  test('if it ran during the whole month', () => {
    expect(unbilled(one, [license(), other({ since: '2026-03-02' })])).toEqual([])
    expect(unbilled(one, [license(), other({ until: '2026-03-30' })])).toEqual([])
    expect(unbilled(one, [license(), other({ until: '2026-03-31' })])).toEqual(['L2'])
    expect(unbilled(one, [license(), other({ isChargedMonthly: false })])).toEqual([])
    expect(unbilled([], [license(), other()])).toEqual([])
  })
})
