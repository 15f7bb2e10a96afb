import { expect, test } from 'vitest'
import { safeRedirect } from './safe-redirect.ts'

const portal = 'https://portal.example'

test('sign-in leaves for encrypted addresses and for pages of this origin', () => {
  expect(safeRedirect('https://idp.example/authorize?x=1', portal)).toBe(
    'https://idp.example/authorize?x=1',
  )
  expect(safeRedirect('/manage', portal)).toBe('https://portal.example/manage')
})

test('a sandbox on the same machine is followed although it is not encrypted', () => {
  const local = 'http://localhost:3000'
  expect(safeRedirect('http://localhost:3001/authorize', local)).toBeDefined()
  expect(safeRedirect('http://127.0.0.1:3001/authorize', local)).toBeDefined()
  expect(safeRedirect('http://elsewhere.example/', local)).toBeUndefined()
})

test('scripts, data and unencrypted strangers are never followed', () => {
  for (const address of [
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'blob:https://portal.example/1',
    'file:///etc/passwd',
    'http://idp.example/',
    'http://localhost:3001/',
    'http://',
  ])
    expect(safeRedirect(address, portal), address).toBeUndefined()
})
