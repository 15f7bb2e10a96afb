import { expect, test } from 'vitest'
import type { MailContent } from './mail-content.ts'
import { named } from './mail-content.ts'
import { htmlOf, textOf, type MailFrame } from './mail-layout.ts'
import { shortened } from './mail-queue.ts'

const frame: MailFrame = {
  seller: { name: 'Seller', addressLines: ['1 Street'] },
  origin: 'https://portal.example',
  kind: 'receipts',
  companyName: 'Aldgate',
  turnOffUrl: 'https://portal.example/notifications/off?accountId=A1&key=k&kind=receipts',
  isUser: true,
}
const content: MailContent = {
  heading: 'Payment of $1.00 received',
  preview: 'By card.',
  lead: 'Paid by Paula.',
  facts: [['Invoice', 'MTS-1']],
  lists: [{ title: 'We received $1.00', rows: [['MTS-2', '$2.00', 'One dollar more.']] }],
  button: { label: 'View receipt', path: '/invoices/detail/MTS-1' },
  notes: ['Nothing to do.'],
}

/** Returns the words of the HTML part, in order. */
const wordsOf = (html: string) =>
  html
    .replace(/^.*<div role="main">/s, '')
    .replace(/<[^>]*>/g, '\n')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

test('both parts have the same content in the same order', () => {
  expect(wordsOf(htmlOf('Subject', content, frame))).toEqual([
    'By card.',
    'Seller',
    'Payment of $1.00 received',
    'Paid by Paula.',
    'Invoice',
    'MTS-1',
    'We received $1.00',
    'MTS-2',
    '$2.00',
    'One dollar more.',
    'View receipt',
    'Nothing to do.',
    'You get this because you are a payment notification recipient of Aldgate, or made this payment.',
    'Turn off emails about payments received',
    'Choose which emails you get',
    'Seller, 1 Street',
  ])
  expect(textOf(content, frame)).toBe(`Payment of $1.00 received

Paid by Paula.

Invoice: MTS-1

We received $1.00
MTS-2: $2.00
  One dollar more.

View receipt:
https://portal.example/invoices/detail/MTS-1

Nothing to do.

-- 
You get this because you are a payment notification recipient of Aldgate, or made this payment.
Turn off emails about payments received:
https://portal.example/notifications/off?accountId=A1&key=k&kind=receipts
Choose which emails you get:
https://portal.example/notifications
Seller, 1 Street
`)
})

test('a mail that is always sent mentions it and has no link to turn it off', () => {
  const { turnOffUrl: _, ...always } = frame
  const text = textOf(content, { ...always, kind: 'security', isUser: false })
  expect(text).toContain('This email is always sent and cannot be turned off.')
  expect(text).not.toContain('/notifications')
})

const hostile = [
  'two\r\nlines\n\nBcc: eve@evil.example',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '"><a href="https://evil.example">',
  '\u202eright to left',
  '\u2069\u2069closed early',
  '\u2067never closed',
  'שלום <b>',
  'x'.repeat(200),
]

test.each(hostile)('a hostile name in any field stays in its place: %j', (name) => {
  const everywhere: MailContent = {
    heading: `About ${named(name)}`,
    preview: named(name),
    lead: named(name),
    facts: [[name, name]],
    lists: [{ title: named(name), rows: [[name, name, named(name)]] }],
    button: { label: named(name), path: `/invoices/detail/${encodeURIComponent(name)}` },
    notes: [named(name)],
  }
  const named200 = { ...frame, companyName: name, seller: { name, addressLines: [name] } }
  const html = htmlOf(named(name), everywhere, named200)
  expect(html).not.toMatch(/<(script|img|b)\b/)
  const links = [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, url]) => url!)
  expect(links).toHaveLength(3)
  expect(links.every((url) => url.startsWith('https://portal.example/'))).toBe(true)
  expect(html.match(/<bdi>/g)?.length).toBe(html.match(/<\/bdi>/g)?.length)
  const lines = textOf(everywhere, named200).split('\n')
  expect(lines.some((line) => line.startsWith('Bcc:'))).toBe(false)
})

test('nothing is loaded from elsewhere, and 100 long rows stay below 60 kB', () => {
  const rows = Array.from({ length: 100 }, (_, nth) => [`MTS-${nth}`, 'y'.repeat(150)] as const)
  const html = htmlOf('Subject', { ...content, lists: [{ title: 'Not paid', rows }] }, frame)
  expect(html).not.toMatch(/<img|<link|url\(|@import/)
  expect(Buffer.byteLength(html)).toBeLessThan(60_000)
})

test('a mail has the first 100 of very many rows and the number of others; two lists share the 100 rows', () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, n) => [`N-${n}`, '$1.00'] as const)
  const list = { title: 'Paid', rows: rows(60) }
  const { facts, lists = [] } = shortened({ ...content, facts: rows(203), lists: [list, list] })
  expect(facts).toHaveLength(101)
  expect(facts.at(-1)).toEqual(['Further', '… and 103 more, which the portal lists.'])
  expect(lists.map((one) => one.rows.length)).toEqual([51, 51])
  expect(shortened({ ...content, facts: rows(100) }).facts).toHaveLength(100)
})
