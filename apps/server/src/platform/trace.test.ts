import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callerOf } from './trace.ts'

const digits = (count: number) =>
  fc.array(fc.constantFrom(...'0123456789abcdef'), { minLength: count, maxLength: count })
const hex = (count: number) => digits(count).map((all) => all.join(''))
const isZero = (text: string) => /^0+$/.test(text)

test('the trace of a caller is taken over if its header is valid', () => {
  fc.assert(
    fc.property(hex(2), hex(32), hex(16), hex(2), (version, traceId, parentId, flags) => {
      const header = `${version}-${traceId}-${parentId}-${flags}`
      const isValid = version !== 'ff' && !isZero(traceId) && !isZero(parentId)
      expect(callerOf(header)?.traceId).toBe(isValid ? traceId : undefined)
      // Later versions of the standard may add parts.
      expect(callerOf(`${header}-more`)?.traceId).toBe(
        isValid && version !== '00' ? traceId : undefined,
      )
    }),
  )
  const zeros = '0'.repeat(32)
  expect(callerOf(`00-${zeros}-${'1'.repeat(16)}-01`)).toBeUndefined()
  expect(callerOf(`00-${'1'.repeat(32)}-${zeros.slice(16)}-01`)).toBeUndefined()
  expect(callerOf(`ff-${'1'.repeat(32)}-${'1'.repeat(16)}-01`)).toBeUndefined()
})

test('nothing else is', () => {
  fc.assert(fc.property(fc.anything(), (header) => callerOf(header) === undefined))
  for (const header of ['', '00-1-1-01', `00-${'A'.repeat(32)}-${'1'.repeat(16)}-01`, undefined])
    expect(callerOf(header)).toBeUndefined()
})
