import { expect, test } from 'vitest'
import { afterKeeping, unsentText } from './useTypedText.ts'

const settled = { text: 'inv', kept: 'inv', sent: [] }

test('letters typed while earlier ones are being stored stay', () => {
  const typing = { text: 'inv-12', kept: 'inv', sent: ['inv-', 'inv-1'] }
  expect(afterKeeping(typing, 'inv-')).toEqual({ text: 'inv-12', kept: 'inv-', sent: ['inv-1'] })
  expect(afterKeeping(typing, 'inv-1')).toEqual({ text: 'inv-12', kept: 'inv-1', sent: [] })
})

test('a text from elsewhere, such as the Back button, replaces the typed text', () => {
  const typing = { text: 'inv-12', kept: 'inv', sent: ['inv-1'] }
  expect(afterKeeping(typing, 'late fee')).toEqual({ text: 'late fee', kept: 'late fee', sent: [] })
  expect(afterKeeping(settled, '')).toEqual({ text: '', kept: '', sent: [] })
})

test('a text is stored once, and stored again after a change back', () => {
  expect(unsentText(settled)).toBeUndefined()
  expect(unsentText({ ...settled, text: 'inv-' })).toBe('inv-')
  expect(unsentText({ ...settled, text: 'inv-', sent: ['inv-'] })).toBeUndefined()
  expect(unsentText({ ...settled, sent: ['inv-'] })).toBe('inv')
})
