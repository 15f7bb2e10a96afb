import { expect, test } from 'vitest'
import {
  accountNumber,
  areOfOneCountry,
  bankText,
  bic,
  iban,
  routingNumber,
  sortCode,
} from './bank-values.ts'
import { Fault, type ValueType } from './cells.ts'

function read(type: ValueType, value: unknown): string {
  const cell = type.read(value, 'EUR')
  return cell instanceof Fault ? `! ${cell.reason}` : cell
}

test('an IBAN of any country is stored in capitals without spaces', () => {
  for (const given of [
    'DE89370400440532013000',
    'de89 3704 0044 0532 0130 00',
    'GB33BUKB20201555555555',
    'FR1420041010050500013M02606',
    'NO9386011117947',
    'MT84MALT011000012345MTLCAST001S',
    'CH9300762011623852957',
  ])
    expect(read(iban, given)).toBe(given.replaceAll(' ', '').toUpperCase())
})

test.each([
  ...[
    [
      'DE89370400440532013001',
      'has a wrong checksum: probably two digits are swapped, or one is wrong',
    ],
    ['DE8937040044053201300', 'has the wrong length for its country'],
    ['DE8937040044053201300X', 'has letters or digits in places where its country has none'],
    ['ZZ89370400440532013000', 'begins with no country that has IBANs'],
    ['US64SVBKUS6S3300958879', 'begins with no country that has IBANs'],
    ['CH4431999123000889012', 'is a QR-IBAN, which takes no transfers with a free reference'],
    ['NO9386011117948', 'has a wrong checksum'],
    ['DE89-3704-0044-0532-0130-00', 'is not an IBAN, such as'],
    ['ＤＥ89370400440532013000', 'is not an IBAN, such as'],
    ['0532013000', 'is not an IBAN, such as'],
    [532013000, 'is not a text'],
  ].map(([given, reason]) => ['IBAN', iban, given, `! ${reason}`] as const),
  ['BIC', bic, 'COBADEFFXXX', 'COBADEFFXXX'],
  ['BIC', bic, 'cobadeff', 'COBADEFF'],
  ['BIC', bic, 'COBADEF', '! is not a BIC of 8 or 11 characters'],
  ['BIC', bic, 'COBADEFFXX', '! is not a BIC of 8 or 11 characters'],
  ['BIC', bic, 'COBAXXFF', '! is not a BIC: its fifth and sixth letters name no country'],
  ['routing number', routingNumber, '021000021', '021000021'],
  ['routing number', routingNumber, '123456780', '123456780'],
  [
    'routing number',
    routingNumber,
    '021000022',
    '! has a wrong checksum: at least one digit is wrong',
  ],
  ['routing number', routingNumber, '000000000', '! begins with two digits that no bank has'],
  ['routing number', routingNumber, '02100002', '! is not a routing number of 9 digits'],
  ['sort code', sortCode, '12-34-56', '123456'],
  ['sort code', sortCode, '12 34 56', '123456'],
  ['sort code', sortCode, '123456', '123456'],
  ['sort code', sortCode, '12345', '! is not a sort code of 6 digits'],
  ['sort code', sortCode, '12--3456', '! is not a sort code of 6 digits'],
  ['account number', accountNumber, '0012 345-6', '0012345-6'],
  ['account number', accountNumber, '12345'.repeat(7), '! is not an account number'],
  ['account number', accountNumber, '12;34', '! is not an account number'],
] as const)('the $0 $2: $3', (_, type, given, expected) => {
  expect(read(type, given)).toContain(expected)
})

test('a text of the form is one line without a backslash', () => {
  expect(read(bankText(70, 1), 'Müller & Söhne "Ltd"')).toBe('Müller & Söhne "Ltd"')
  expect(read(bankText(70, 1), '')).toBe('! is empty')
  expect(read(bankText(70), '')).toBe('')
  expect(read(bankText(70), 'a\\b')).toMatch(/backslash/)
  expect(read(bankText(70), 'a\nb')).toMatch(/more than one line/)
  expect(read(bankText(70), 'x'.repeat(71))).toMatch(/longer than 70/)
})

test.each([
  ['a reversed name', 'Meri\u202enaid', 'invisible'],
  ['a zero-width space', 'Mer\u200bidian', 'invisible'],
  ['only a zero-width space', '\u200b', 'invisible'],
  ['half a surrogate pair', 'A\ud800', 'half a surrogate pair'],
  ['only spaces', '   ', 'is blank'],
  ['only a hyphen', '-', 'neither a letter nor a digit'],
])('%s is rejected as a text of the form', (_, given, reason) => {
  for (const type of [bankText(70), bankText(70, 1)]) expect(read(type, given)).toContain(reason)
})

test('letters of every script are accepted as a text of the form', () => {
  for (const name of ['مؤسسة النور', '株式会社メリディアン', 'Ćwikła e\u0301', 'हिन्दी', '𠮷野家'])
    expect(read(bankText(70, 1), name)).toBe(name)
})

test.each([
  ['DE', 'COBADEFFXXX', true],
  ['DE', 'BUKBGB22', false],
  ['FR', 'PSSTFRPP', true],
  ['FR', 'BRDEREPPXXX', true],
  ['GB', 'BUKBJESX', true],
  ['US', 'BPPRPRSX', true],
  ['US', 'COBADEFF', false],
])(
  'a BIC is of the country of its IBAN, or of a territory that has its IBANs: %s %s',
  (country, code, is) => {
    expect(areOfOneCountry(country, code)).toBe(is)
  },
)
