import { expect, test } from 'vitest'
import { safeRedirect } from './safe-redirect.ts'

const portal = { here: 'https://portal.example', signInOrigins: ['https://idp.example'] }

test('the page leaves for the sign-in provider and for addresses of the portal', () => {
  expect(safeRedirect('https://idp.example/authorize?x=1', portal)).toBe(
    'https://idp.example/authorize?x=1',
  )
  expect(safeRedirect('/manage', portal)).toBe('https://portal.example/manage')
})

test('a sandbox without HTTPS is allowed if it is the sign-in provider', () => {
  const local = { here: 'http://localhost:3000', signInOrigins: ['http://localhost:3001'] }
  expect(safeRedirect('http://localhost:3001/authorize', local)).toBeDefined()
  expect(safeRedirect('http://localhost:3002/', local)).toBeUndefined()
  expect(safeRedirect('http://127.0.0.1:3001/authorize', local)).toBeUndefined()
})

test.each([
  'https://elsewhere.example/',
  'https://idp.example.evil.example/',
  'https://idp.example@evil.example/',
  'https://idp.example:8443/',
  '//evil.example/',
  '\\\\evil.example/',
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'blob:https://portal.example/1',
  'file:///etc/passwd',
  'http://idp.example/',
  'http://portal.example/',
  'http://',
])('%s is not followed', (address) => {
  expect(safeRedirect(address, portal)).toBeUndefined()
})
