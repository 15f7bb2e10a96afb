/** Texts that users paste and attackers type. None contains a word that the walk reports as a fault. */
export const hostileTexts: Record<string, string> = {
  quotes: `O'Brien "and" \`sons\` \\`,
  tags: `<img src=x onerror=alert(1)></textarea><b>bold</b>&amp;`,
  template: '${7*7} {{7*7}} %s %d %n',
  rightToLeft: 'شركة ‏الاختبار‎ 123 \u202Eabc',
  zeroWidth: 'a\u200Bb\u200Dc\uFEFFd\u2060',
  emoji: '👩‍👩‍👧‍👦🏳️‍🌈 e\u0301',
  long: 'Abcdefghij'.repeat(1000),
  sql: `'; drop table invoice; --`,
  like: '%_%\\%',
  formula: '=HYPERLINK("http://localhost/","x")',
  plus: '+1-2@SUM(A1)',
  nullByte: 'a\u0000b',
  controls: 'a\tb\r\nc\u0007\u001B[31m',
  blank: '   ',
  path: '../../etc/passwd',
  huge: '99999999999999999999',
  negative: '-1',
  confusable: 'ａｎａ．ｋｉｍ＠aldgate.example',
}

const plausible: [RegExp, string[]][] = [
  [/e-?mail|recipient/i, ['guest.one@harbour.example', 'guest.two@harbour.example']],
  [/search|find|go to/i, ['a', '10', 'Draft', 'license', 'nothing like this']],
  [/date|required|until|from|to$/i, ['in 3 days', 'in 10 days', '']],
  [/postal|zip/i, ['60606']],
  [/ip address/i, ['192.0.2.17']],
  [/amount|limit|charge|month|cap/i, ['250.00', '5000']],
  [/companies/i, ['Northgate, Harbour Bank']],
  [/user/i, ['ann.lee', 'bob.ray']],
]

/** Valid texts for a field of that name. */
export const sensibleTexts = (name: string): string[] =>
  plausible.find(([pattern]) => pattern.test(name))?.[1] ?? [
    'Desk 7',
    'Please call first',
    'Second thoughts',
  ]
