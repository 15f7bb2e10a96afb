import { describe, expect, test } from 'vitest'
import type { BankAccount } from '@portal/domain/invoices/bank-transfer.schema'
import { epcText, type TransferFacts } from './epc-text.ts'

const account: BankAccount = {
  beneficiary: 'Meridian Trading Systems Europe Ltd',
  beneficiaryAddress: '',
  bankName: 'Beispielbank AG',
  bankAddress: '',
  iban: 'DE79000000001234567890',
  accountNumber: '',
  // In all codes of this file, XXX is the branch code of a head office (ISO 9362).
  bic: 'EXMPDEFFXXX',
  routingNumber: '',
  sortCode: '',
  note: '',
}
const transfer: TransferFacts = {
  account,
  currency: 'EUR',
  balanceCents: 512_385,
  reference: 'MTS-S033',
}
const withAccount = (changes: Partial<BankAccount>) =>
  epcText({ ...transfer, account: { ...account, ...changes } })

test('the text has the lines of EPC069-12, version 002', () => {
  expect(epcText(transfer)?.split('\n')).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    'EXMPDEFFXXX',
    'Meridian Trading Systems Europe Ltd',
    'DE79000000001234567890',
    'EUR5123.85',
    '',
    '',
    'MTS-S033',
  ])
})

describe('there is no code', () => {
  test('in another currency, or to an account that SEPA does not reach', () => {
    for (const currency of ['USD', 'GBP', 'JPY', 'KWD'])
      expect(epcText({ ...transfer, currency })).toBeUndefined()
    expect(withAccount({ iban: '', accountNumber: '12345678' })).toBeUndefined()
    expect(withAccount({ iban: 'TR330006100519786457841326', bic: 'EXMPTRISXXX' })).toBeUndefined()
  })

  test('without the BIC where banks need it: outside the European Economic Area', () => {
    expect(withAccount({ bic: '' })).toContain('\nSCT\n\nMeridian')
    const swiss = { iban: 'CH9300762011623852957' }
    expect(withAccount({ ...swiss, bic: '' })).toBeUndefined()
    expect(withAccount({ ...swiss, bic: 'EXMPCHZZ' })).toContain('EXMPCHZZ')
    expect(withAccount({ iban: 'GB52EXMP12345612345678', bic: '' })).toBeUndefined()
  })

  test('for an amount beyond the limits of the standard', () => {
    const ofCents = (balanceCents: number) => epcText({ ...transfer, balanceCents })
    expect(ofCents(1)).toContain('EUR0.01\n')
    expect(ofCents(99_999_999_999)).toContain('EUR999999999.99\n')
    for (const cents of [-1, 0, 100_000_000_000]) expect(ofCents(cents)).toBeUndefined()
  })

  test('for a name that would be cut, and none is ever cut', () => {
    const name = (length: number) => withAccount({ beneficiary: 'é'.repeat(length) })
    expect(name(70)).toContain('é'.repeat(70))
    expect(name(71)).toBeUndefined()
    // 70 characters, but more bytes than a code may have.
    expect(withAccount({ beneficiary: '🏦'.repeat(70) })).toBeUndefined()
  })

  test('for a reference that banks do not pass on as it is', () => {
    const ofReference = (reference: string) => epcText({ ...transfer, reference })
    for (const fine of ['0001234', 'INV 2026/11-7', "A(1):2.3,4'5+6?", 'x'.repeat(140)])
      expect(ofReference(fine)?.split('\n')[10]).toBe(fine)
    for (const odd of [
      'x'.repeat(141),
      '',
      '発票-1',
      'INV_1',
      'A&B',
      '/1',
      '1/',
      'a//b',
      'a\nb',
      'Ä1',
    ])
      expect(ofReference(odd), odd).toBeUndefined()
  })
})
