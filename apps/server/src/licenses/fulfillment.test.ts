import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findFulfillments, type AddedLine, type RecordedLicense } from './fulfillment.ts'

const described = {
  productId: fc.constantFrom('A', 'A', 'B'),
  networkName: fc.constantFrom('ICE', 'ice', 'Eurex', ''),
  userName: fc.constantFrom('ann', 'Ann', 'ben', ''),
  coveredCompany: fc.constantFrom('', '', 'North'),
}
const lines: fc.Arbitrary<AddedLine[]> = fc
  .array(
    fc.record({
      ...described,
      licenseId: fc.option(fc.constantFrom('R0', 'R1', 'X'), { freq: 6 }),
      orderId: fc.constantFrom(1, 1, 2),
      isRejected: fc.constantFrom(false, false, false, true),
    }),
    { maxLength: 5 },
  )
  .map((all) => all.map((line, nth) => ({ ...line, addedId: `P-${nth}` })))
const records: fc.Arbitrary<RecordedLicense[]> = fc
  .array(
    fc.record({
      ...described,
      hasPortalId: fc.constantFrom(false, false, false, true),
      orderId: fc.constantFrom(1, 1, 1, 2, null),
      fulfills: fc.option(
        fc.record({ addedId: fc.constantFrom('P-0', 'P-1', 'P-2', 'P-9'), isGuess: fc.boolean() }),
      ),
    }),
    { maxLength: 5 },
  )
  .map((all) => {
    // Two records never have the same: what is kept is unique.
    const had = new Set<string>()
    return all.map(({ hasPortalId, fulfills, ...one }, nth) => {
      const isFirst = fulfills !== null && !had.has(fulfills.addedId)
      if (fulfills) had.add(fulfills.addedId)
      return {
        ...one,
        licenseId: hasPortalId ? `P-${nth}` : `R${nth}`,
        fulfills: isFirst ? fulfills : null,
      }
    })
  })

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const fits = (one: string, other: string) => one === '' || other === '' || same(one, other)
const isCandidate = (record: RecordedLicense, line: AddedLine) =>
  record.orderId === line.orderId &&
  record.productId === line.productId &&
  fits(record.userName, line.userName)
const isNamed = (line: AddedLine, all: RecordedLicense[]) =>
  all.some(({ licenseId }) => licenseId === line.addedId || licenseId === line.licenseId)
/** Why a record cannot be the line, if so. */
function faultOf(record: RecordedLicense, line: AddedLine): string[] {
  if (record.licenseId === line.addedId || record.licenseId === line.licenseId) return []
  if (line.isRejected) return ['rejected']
  if ((record.orderId ?? line.orderId) !== line.orderId) return ['of another order']
  const isKept = record.fulfills?.addedId === line.addedId && record.productId === line.productId
  return isKept || isCandidate(record, line) ? [] : ['unlike']
}
const addedIdsOf = (found: ReturnType<typeof findFulfillments>) =>
  [...found].map(([licenseId, { addedId }]) => `${licenseId} ${addedId}`).sort()

test('each record has one line, by its id or by its order, and no line and record that could be one are left apart', () => {
  fc.assert(
    fc.property(records, lines, (all, ordered) => {
      const found = findFulfillments(all, ordered)
      const taken = [...found.values()].map(({ addedId }) => addedId)
      expect(new Set(taken).size).toBe(taken.length)
      const left = ordered.filter(
        (one) => !taken.includes(one.addedId) && !one.isRejected && !isNamed(one, all),
      )
      const faults = all.flatMap((record): (string | AddedLine)[] => {
        const line = ordered.find(({ addedId }) => addedId === found.get(record.licenseId)?.addedId)
        return line ? faultOf(record, line) : left.filter((one) => isCandidate(record, one))
      })
      expect(faults).toEqual([])
      // An id decides, whatever else was found before.
      const byId = all.filter((one) => ordered.some(({ addedId }) => addedId === one.licenseId))
      for (const { licenseId } of byId)
        expect(found.get(licenseId)).toEqual({ addedId: licenseId, isGuess: false })
    }),
  )
})

test('what is found stays found: asked again, with more records, and when a license changes its user, network or order', () => {
  fc.assert(
    fc.property(records, lines, records, (all, ordered, later) => {
      const found = findFulfillments(all, ordered)
      const kept = all.map((one) => ({ ...one, fulfills: found.get(one.licenseId) ?? null }))
      expect(addedIdsOf(findFulfillments(kept, ordered))).toEqual(addedIdsOf(found))
      const changed = kept.map((one, nth) => ({
        ...one,
        ...later[nth],
        licenseId: one.licenseId,
        productId: one.productId,
        orderId: later[nth] ? null : one.orderId,
        fulfills: one.fulfills,
      }))
      const more = later.map((one) => ({
        ...one,
        licenseId: `later ${one.licenseId}`,
        fulfills: null,
      }))
      const again = findFulfillments([...more, ...changed], ordered)
      const sure = kept.filter(({ fulfills }) => fulfills?.isGuess === false)
      for (const { licenseId, fulfills } of sure) expect(again.get(licenseId)).toEqual(fulfills)
    }),
  )
})

const item = { productId: 'A', networkName: '', userName: 'ann', coveredCompany: '', orderId: 1 }
const lineOf = (addedId: string, more: Partial<AddedLine> = {}): AddedLine => ({
  ...item,
  addedId,
  licenseId: null,
  isRejected: false,
  ...more,
})
const recordOf = (licenseId: string, more: Partial<RecordedLicense> = {}): RecordedLicense => ({
  ...item,
  licenseId,
  fulfills: null,
  ...more,
})

test('a license that got another user stays what was ordered for the first, while no record says more', () => {
  const ordered = [lineOf('P-1'), lineOf('P-2', { userName: 'zoe' })]
  const fulfills = { addedId: 'P-1', isGuess: false }
  const moved = recordOf('R1', { userName: 'zoe', fulfills })
  expect(addedIdsOf(findFulfillments([moved], ordered))).toEqual(['R1 P-1'])
  const found = findFulfillments([moved, recordOf('R2')], ordered)
  expect(addedIdsOf(found)).toEqual(['R1 P-2', 'R2 P-1'])
})

test('a guess gives way to the record that says the same, not to one that says no more', () => {
  const ordered = [lineOf('P-1', { networkName: 'ICE' }), lineOf('P-2', { networkName: 'Eurex' })]
  const silent = recordOf('R1', { userName: '' })
  const first = findFulfillments([silent], ordered)
  expect(first.get('R1')).toEqual({ addedId: 'P-1', isGuess: true })
  const kept = { ...silent, fulfills: first.get('R1')! }
  const after = (...records: RecordedLicense[]) => addedIdsOf(findFulfillments(records, ordered))
  expect(after(recordOf('R0', { userName: '' }), kept)).toEqual(['R0 P-2', 'R1 P-1'])
  const ice = recordOf('R2', { userName: '', networkName: 'ICE' })
  expect(after(kept, ice)).toEqual(['R1 P-2', 'R2 P-1'])
})

test('a rejected item that names a license does not take it from the item that added it', () => {
  const record = recordOf('R', { orderId: null })
  const added = lineOf('P-1', { licenseId: 'R' })
  const again = lineOf('P-2', { licenseId: 'R', orderId: 2, isRejected: true })
  expect(addedIdsOf(findFulfillments([record], [added, again]))).toEqual(['R P-1'])
  expect(addedIdsOf(findFulfillments([record], [again]))).toEqual(['R P-2'])
})

test('many licenses that change hands are found without delay, however long their chain is', () => {
  const many = 10_000
  let looks = 0
  const line = (nth: number, userName: string, networkName: string): AddedLine => ({
    ...lineOf('', { userName, networkName }),
    get addedId() {
      looks += 1
      return `P-${nth}`
    },
  })
  const record = (licenseId: string, userName: string, networkName: string, held?: number) =>
    recordOf(licenseId, {
      userName,
      networkName,
      fulfills: held === undefined ? null : { addedId: `P-${held}`, isGuess: false },
    })
  const all = Array.from({ length: many }, (_, nth) => nth)
  // Each has the user of the next one now, and a new one that of the first.
  const chain = findFulfillments(
    [
      ...all.slice(1).map((nth) => record(`R${nth - 1}`, `user ${nth}`, '', nth - 1)),
      record('new', 'user 0', ''),
    ],
    all.map((nth) => line(nth, `user ${nth}`, '')),
  )
  expect(chain.get('new')?.addedId).toBe('P-0')
  expect(chain.get('R0')?.addedId).toBe('P-1')
  expect(chain.size).toBe(many)
  // All moved to another network, and as many new ones are where they were.
  const moved = findFulfillments(
    [
      ...all.map((nth) => record(`R${nth}`, '', 'Eurex', nth)),
      ...all.map((nth) => record(`new ${nth}`, '', 'ICE')),
    ],
    [...all.map((nth) => line(nth, '', 'ICE')), ...all.map((nth) => line(many + nth, '', 'Eurex'))],
  )
  expect(moved.size).toBe(2 * many)
  expect(moved.get('R0')?.addedId).toBe(`P-${many}`)
  expect(moved.get('new 0')?.addedId).toBe('P-0')
  expect(looks).toBeLessThan(20 * many)
})
