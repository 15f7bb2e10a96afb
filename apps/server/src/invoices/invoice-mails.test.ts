import sql from 'sql-template-tag'
import { beforeAll, expect, test } from 'vitest'
import { takeBooks } from '../../test/import/import-fixture.ts'
import { queuedMails } from '../../test/portal/mails.ts'
import { testClock, testPortal } from '../../test/portal/test-portal.ts'
import { notifyDueDates } from '../payments/autopay/notify-due-dates.ts'
import { notifyInvoices } from './notify-invoices.ts'

const portal = testPortal()
const clock = testClock(portal)

/** A category with one reader and one mailbox, and with amounts that no other category can add up to. */
interface Side {
  name: string
  category: string
  unit: number
}
const hostile = '</td><script>alert(1)</script>\u202e"&'
const long = 'x'.repeat(120)
const sides: Side[] = [
  { name: 'ann', category: `Licenses ${hostile}`, unit: 1_000_003 },
  { name: 'bob', category: `Hosting ${long}`.slice(0, 100), unit: 7_000_030 },
]
const numberOf = ({ name }: Side, nth: number) =>
  `${name.toUpperCase()}-${nth}-${nth % 2 ? hostile : long}`.slice(0, 64)

const cents = (amount: number) => (amount / 100).toFixed(2)
const record = (side: Side, nth: number, rest: object = {}) => ({
  record: 'invoice',
  accountId: 'A1',
  invoiceNumber: numberOf(side, nth),
  date: '2026-11-24',
  dueDate: '2026-11-26',
  amount: cents(side.unit * nth),
  balanceDue: cents(side.unit * nth),
  currencyIsoCode: nth === 3 ? 'KWD' : 'USD',
  invoiceType: 'License',
  invoiceCategory: side.category,
  portalPayments: [],
  lineItems: [{ productName: 'Product', quantity: 1, total: cents(side.unit * nth) }],
  ...rest,
})

beforeAll(async () => {
  await clock.set('2026-11-25T08:00:00Z')
  await portal.given.company('A1', `Company ${hostile}`)
  for (const { name, category } of sides) {
    await portal.given.user(
      `${name}@a.example`,
      'A1',
      ['AccessInvoices', 'PayInvoices'],
      [category],
    )
    await portal.system.query(sql`
      insert into external_recipient (account_id, email, invoice_category_ids, granted_at)
      select 'A1', ${`ap-${name}@x.example`}, array[invoice_category_id], portal_now() - interval '1 day'
        from invoice_category where name = ${category}`)
    await portal.system.query(sql`
      insert into mail_address (account_id, email, confirmed_at, confirmed_by_link_at)
      values ('A1', ${`ap-${name}@x.example`}, now(), now())`)
  }
})

/** Imports records, writes all mails, and holds them against the database as it is then. */
async function checked(minute: number, ...records: object[]) {
  await portal.system.query('update mail set sent_at = now()')
  await clock.set(`2026-11-25T09:${minute}:00Z`)
  await takeBooks(portal.system, records)
  await clock.set(`2026-11-25T09:${minute + 10}:00Z`)
  await notifyInvoices({ ...portal.deps, log: { warn: () => {} } }, portal.system)
  await notifyDueDates(portal.deps, portal.system)
  const mails = await queuedMails(portal, sql`sent_at is null`)
  const { rows } = await portal.system.query<{ number: string; due: number; currency: string }>(
    'select invoice_number as number, books_balance_cents as due, currency from invoice',
  )
  for (const { recipient, subject, text, html, kind } of mails) {
    const [own, other] = recipient.includes('ann') ? [0, 1] : [1, 0]
    const all = `${subject}\n${text}\n${html}`
    // Nothing of the other category: no number, no amount, no sum.
    expect(all).not.toContain(sides[other]!.name.toUpperCase())
    expect(all).not.toContain(sides[other]!.category.slice(0, 9))
    for (const [, figure] of text.matchAll(/(?:\$|KWD\s)([\d,]+\.\d+)/g)) {
      const amount =
        Number(figure!.replace(/\D/g, '')) / (figure!.split('.')[1]!.length === 3 ? 10 : 1)
      expect([kind, figure, amount % sides[own]!.unit]).toEqual([kind, figure, 0])
    }
    // What is due together is what the listed invoices leave to pay.
    const listed = rows.filter(({ number }) =>
      text.includes(number.replace('\u202e', '').slice(0, 8)),
    )
    for (const [line, sum] of text.matchAll(/^Due: (?:KWD\s|\$)([\d,.]+).*$/gm)) {
      const due = listed
        .filter((one) => line.includes(one.currency))
        .reduce((to, one) => to + one.due, 0)
      expect([kind, Number(sum!.replace(/\D/g, ''))]).toEqual([kind, due])
    }
    expect(html).not.toMatch(/<script|<\/td><\/script/)
    expect(Buffer.byteLength(html)).toBeLessThan(60_000)
    expect(subject).not.toMatch(/[\r\n]/)
  }
  return mails.map(({ recipient, kind }) => `${recipient.split('@')[0]} ${kind}`).toSorted()
}

test('each kind of mail about invoices says what the books say, and nothing of another category', async () => {
  const both = (of: (side: Side) => object[]) => sides.flatMap(of)
  const each = (...kinds: string[]) =>
    ['ann', 'ap-ann', 'ap-bob', 'bob'].flatMap((name) =>
      kinds
        .filter((kind) => kind.startsWith('ap') === name.startsWith('ap'))
        .map((kind) => `${name} ${kind.replace('ap ', '')}`),
    )
  expect(await checked(10, ...both((side) => [1, 2, 3].map((nth) => record(side, nth))))).toEqual(
    [
      ...each('newInvoices', 'dueDates', 'ap dueDates'),
      ...Array.from({ length: 3 }, () => each('ap mailboxInvoices')).flat(),
    ].toSorted(),
  )
  const settled = ({ unit }: Side) => [{ id: 'CM-1', method: 'credit', amount: cents(unit) }]
  expect(
    await checked(
      30,
      ...both((side) => [
        record(side, 1, { amount: cents(side.unit * 4), balanceDue: cents(side.unit * 4) }),
        record(side, 2, { balanceDue: cents(side.unit), settledBy: settled(side) }),
        record(side, 3, { dueDate: '2026-12-24' }),
      ]),
    ),
  ).toEqual(
    [...each('invoiceChanges', 'ap mailboxInvoices'), ...each('ap mailboxInvoices')].toSorted(),
  )
  expect(
    await checked(45, { record: 'delete', kind: 'invoice', key: numberOf(sides[0]!, 1) }),
  ).toEqual(['ann invoiceChanges', 'ap-ann mailboxInvoices'])
  // It moves to the other reader, who learns nothing of where it was; the first one learns nothing.
  const [ann, bob] = sides as [Side, Side]
  await portal.system.query('update mail set sent_at = now()')
  await takeBooks(portal.system, [
    record(ann, 2, {
      invoiceCategory: bob.category,
      balanceDue: cents(ann.unit),
      settledBy: settled(ann),
    }),
  ])
  await clock.set('2026-11-25T10:30:00Z')
  await notifyInvoices({ ...portal.deps, log: { warn: () => {} } }, portal.system)
  const moved = await queuedMails(portal, sql`sent_at is null`)
  expect(moved.map(({ recipient }) => recipient)).toEqual(['ap-bob@x.example', 'bob@a.example'])
  expect(moved.map(({ text, html }) => text + html).join()).not.toContain('Licenses')
})
