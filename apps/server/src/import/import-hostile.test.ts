import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isBlank } from './cells.ts'
import { aldgate, importDatabase, invoiceRecord } from './import-fixture.ts'
import { noSharedData, sharedFile } from './shared-data.ts'

/**
 * Strings that break software: naughty strings, spreadsheet formulas, cells of unusual CSV files.
 */
function hostileTexts(): string[] {
  const json = (path: string): unknown => JSON.parse(readFileSync(sharedFile(path), 'utf8'))
  const texts = (value: unknown): string[] => {
    if (typeof value === 'string') return [value]
    return typeof value === 'object' && value ? Object.values(value).flatMap(texts) : []
  }
  const tables = readdirSync(sharedFile('hostile/csv-spectrum/json'))
  return [
    ...texts(json('hostile/blns.json')),
    ...texts(json('hostile/formula-injection.json')),
    ...tables.flatMap((name) => texts(json(`hostile/csv-spectrum/json/${name}`))),
    '\\N',
    '\\.',
    'a\\tb',
    '{"a":1}',
    "'); drop table company; --",
    '\u202egnp.exe',
  ]
}

/** A blank user or order number is none. */
const shown = (text: string) => (isBlank(text) ? '' : text)

const hasControl = (text: string) => /(?![\t\n])\p{Cc}|\p{Cs}/u.test(text)

test.skipIf(noSharedData)(
  'hostile texts come back unchanged, or are rejected by field',
  async () => {
    const { take, rejects, rows } = await importDatabase()
    const texts = hostileTexts()
    expect(texts.length).toBeGreaterThan(550)
    const records = texts.map((text, at) =>
      invoiceRecord({
        invoiceNumber: `H-${at}`,
        name: text,
        customerNumber: text,
        servicePeriod: text,
        lineItems: [
          { productName: text, description: text, moreInfo: text, city: text, total: 1 },
          // One line each: a tab or a line end is rejected.
          ...(/[\t\n]/.test(text) || [...text].length > 300
            ? []
            : [{ total: 2, userName: text, poNumber: text }]),
        ],
      }),
    )
    await take([aldgate, ...records], { skipRejects: true })

    const refused = new Set(rejects.map(({ line }) => line - 2))
    expect([...refused]).toEqual(texts.flatMap((text, at) => (hasControl(text) ? [at] : [])))
    for (const { reason } of rejects)
      expect(reason).toMatch(/^contains (a control character|half a surrogate pair)$/)

    const kept = await rows(`
    select substr(invoice_number, 3)::int as at, name, customer_number, service_period,
           l.product_name, l.description, l.more_info, l.city
      from invoice i join invoice_line l on l.invoice_id = i.id where l.line_no = 1`)
    const people = await rows(`
    select substr(invoice_number, 3)::int as at, coalesce(l.user_name, '') as user_name,
           coalesce(l.po_number, '') as po_number
      from invoice i join invoice_line l on l.invoice_id = i.id where l.line_no = 2`)
    expect(people.length).toBeGreaterThan(450)
    for (const { at, user_name, po_number } of people)
      expect([user_name, po_number]).toEqual(Array(2).fill(shown(texts[Number(at)]!)))
    expect(kept.length).toBe(texts.length - refused.size)
    for (const { at, ...found } of kept)
      expect(new Set(Object.values(found))).toEqual(new Set([texts[Number(at)]]))
  },
)

test.skipIf(noSharedData)(
  'hostile texts as company, category and people names come back as well',
  async () => {
    const { take, rows } = await importDatabase()
    const texts = hostileTexts().filter(
      (text) => !isBlank(text) && !hasControl(text) && [...text].length <= 190,
    )
    await take(
      texts.flatMap((text, at) => [
        { record: 'company', accountId: `C${at}`, name: text },
        {
          record: 'user',
          email: `u${at}@h.example`,
          accountId: `C${at}`,
          firstName: text,
          lastName: text,
          // Some texts differ only in what makes no other name.
          invoiceCategories: [`${at}:${text}`],
        },
      ]),
    )
    const kept = await rows(`
    select substr(c.account_id, 2)::int as at, c.name, u.first_name, u.last_name,
           substr(k.name, position(':' in k.name) + 1) as category
      from company c join portal_user u using (account_id)
      join user_category h on h.user_id = u.id
      join invoice_category k using (invoice_category_id)`)
    expect(kept.length).toBe(texts.length)
    for (const { at, ...found } of kept)
      expect(new Set(Object.values(found))).toEqual(new Set([texts[Number(at)]]))
  },
)
