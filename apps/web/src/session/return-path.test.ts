import { safeReturnPath } from '@portal/domain/session/return-url'
import { expect, test } from 'vitest'
import { escapedPath } from './return-path.ts'

test('after sign-in the user returns to the same search, whatever its characters', () => {
  const path = `/invoices?${new URLSearchParams({ q: "a*b (c) it's 50% ü!" })}`
  const back = safeReturnPath(escapedPath(path), 'https://portal.example')
  expect(new URLSearchParams(back.split('?')[1]).get('q')).toBe("a*b (c) it's 50% ü!")
})
