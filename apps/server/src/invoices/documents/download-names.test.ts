import { expect, test } from 'vitest'
import { invoiceFileName, statementFileName } from './download-names.ts'

test('downloads are named after what they are', () => {
  expect(invoiceFileName('INV-1', 'pdf')).toBe('INV-1.pdf')
  expect(invoiceFileName('INV-1', 'xlsx')).toBe('INV-1.xlsx')
  expect(invoiceFileName('INV-1', 'csv')).toBe('INV-1.csv')
  expect(statementFileName('10412', '2026-11-01', '2026-11-21', 'pdf')).toBe(
    'statement-10412-2026-11-01-2026-11-21.pdf',
  )
})

test.each([
  ['../../etc/passwd', '_.._etc_passwd.pdf'],
  ['a\r\nSet-Cookie: x=1', 'a_Set-Cookie_ x=1.pdf'],
  ['CON', '_CON.pdf'],
  ['...', 'document.pdf'],
  ['invoice\u202efdp', 'invoice_fdp.pdf'],
  ['C:\\boot', 'C_boot.pdf'],
])('the number %j becomes a name that can be saved', (number, name) => {
  expect(invoiceFileName(number, 'pdf')).toBe(name)
})
