import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../../tools/random-tests.ts'
import { documented, exampleOf, fieldRows } from './documented.ts'
import { importDatabase, type TestRecord } from '../../test/import/import-fixture.ts'
import { Fault } from './cells.ts'
import { importRecords } from './import-records.ts'
import { recordSchemas } from './record-schemas.ts'
import { parseLine } from './parse-line.ts'
import { recordSource } from './sources.ts'

const schemas = recordSchemas()
const ajv = new Ajv2020({ strict: false, allErrors: true })
ajv.addSchema({ $id: 'portal', components: { schemas } })
const checkOf = (name: string) => ajv.compile({ $ref: `portal#/components/schemas/${name}` })
const checkAny = checkOf('PortalRecord')
const checks = new Map(
  documented.map(({ record }) => [
    record,
    checkOf(`${record.charAt(0).toUpperCase()}${record.slice(1)}Record`),
  ]),
)

const examples: TestRecord[] = documented.map(exampleOf)

/** Returns a database with the question that an example answers: only users of the portal ask questions. */
async function databaseWithQuestion() {
  const database = await importDatabase()
  const { questionId } = examples.find(({ record }) => record === 'invoiceAnswer')!
  await database.take([company])
  await database.owner.query(
    `insert into invoice_question (account_id, id, invoice_number, position, line, message, actor_id, actor_account_id,
                                   actor_name, request_key)
     values ($1, $2, 'INV-2026-1107', 1, '{}', 'Why?', gen_random_uuid(), $1, 'Ana', 'key')`,
    [company['accountId'], questionId],
  )
  return database
}
const company = examples.find(({ record }) => record === 'company')!

test('every field and every kind is described in a sentence, and the examples show every field', () => {
  for (const one of documented) {
    expect(one.sentence).toMatch(/^[A-Z].*\.$/)
    const shown = new Set<string>()
    for (const [name, value] of Object.entries(one.example)) {
      shown.add(name)
      for (const item of Array.isArray(value) ? value : [])
        if (typeof item === 'object')
          for (const part of Object.keys(item as object)) shown.add(`${name}[].${part}`)
    }
    for (const { name, sentence } of fieldRows(one)) {
      expect([one.record, name, sentence]).toEqual([
        one.record,
        name,
        expect.stringMatching(/^(`\w+`|[A-Z]).{3,}\.$/),
      ])
      expect([one.record, [...shown]]).toEqual([one.record, expect.arrayContaining([name])])
    }
    expect([one.record, shown.size]).toEqual([one.record, fieldRows(one).length])
  }
})

test('every example matches its schema', () => {
  for (const example of examples) expect([checkAny(example), checkAny.errors]).toEqual([true, null])
})

/** Values that are invalid for some field. */
const odd = [
  [null, true, false, 0, -1, 1.5, 3, 1e21, 1e-7, 1_000_000, [], {}, [null], [{}], ['a', 1]],
  ['', ' ', 'x', 'a\nb', 'a\u0000b', 'a\u0085', 'a\ud800', '🙂'.repeat(64), '🙂'.repeat(65)],
  ['x'.repeat(301), 'x'.repeat(10_001), '12.345', '-0.00', '+1', '1e3', '.5', '12.34567'],
  ['2026-02-30', '2026-13-01', '2026-11-01', '2026-11', '1899-01-01', '2026-11-01T02:00Z'],
  ['2026-11-01T25:00:00Z', '2026-11-01T02:00:00', 'usd', 'JPY', 'KWD', 'XAU', 'UGX'],
  ['User', 'Draft', 'Closed', 'invoice', 'user', 'externalRecipient', 'licenseorder', '__proto__'],
  ['a@b', 'a@b\n', '00000000-0000-4000-8000-00000000000A'],
  [['PayInvoices'], ['None'], ['invoice']],
].flat()

/** Returns every position in an example where a value can be put, including new fields. */
function places(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  const inside = Object.entries(value).flatMap(([name, part]) => places(part, [...path, name]))
  return [
    ...(path.length ? [path] : []),
    [...path, Array.isArray(value) ? '1' : 'other'],
    ...inside,
  ]
}

function changed(record: TestRecord, path: string[], value: unknown): TestRecord {
  const copy = structuredClone(record)
  let at = copy
  for (const name of path.slice(0, -1)) at = at[name] as TestRecord
  at[path.at(-1)!] = value
  return copy
}

const change = fc.constantFrom(...examples).chain((record) =>
  fc
    .tuple(
      fc.constantFrom(...places(record)),
      fc.oneof(fc.constantFrom(undefined, ...odd), fc.constantFrom(...odd), fc.jsonValue()),
    )
    // The record as it is sent: without undefined, and without numbers that JSON lacks.
    .map(([path, value]) => JSON.parse(JSON.stringify(changed(record, path, value))) as TestRecord)
    // Numbers that are not exact are refused before a schema is applied.
    .filter((record) => !(parseLine(JSON.stringify(record)) instanceof Fault)),
)

/** Returns the fields that a schema rejects, as the import names them. */
function faultsOf(record: TestRecord): string[] {
  const checkKind = checks.get(record['record'] as string)
  if (!checkKind) return ['record']
  checkKind(record)
  return (checkKind.errors ?? []).map(({ instancePath, params }: ErrorObject) => {
    const { missingProperty, additionalProperty = missingProperty } = params as ErrorParams
    const at = instancePath.replace(/\/(\d+)(?=\/|$)/g, '[$1]').replaceAll('/', '.')
    const inside = additionalProperty ? `.${additionalProperty}` : ''
    // The import treats a list of permissions as one value.
    return `${at}${inside}`.slice(1).replace(/^permissions\[\d+\]$/, 'permissions')
  })
}
type ErrorParams = { missingProperty?: string; additionalProperty?: string }

/** Rules that no schema of one record can express, or only at length. */
const beyondSchemas = [
  /^is not a date/,
  /^is not a time/,
  /is not an amount in [A-Z]{3} with/,
  /is not a currency of ISO 4217/,
  /^is not a number with at most 6 decimals/,
  /^is negative$|^is not above zero$|to be paid by card|cannot be paid by card/,
  /^contains half a surrogate pair$/,
  /without AccessInvoices$|^names a payment twice|ahead of the portal's clock$/,
  /^is before (servicePeriodStart|since)$|^names the product itself$/,
  /^is sent more than once|^is also sent|^names no known company|^belongs to/,
  /^has a wrong checksum|^has the wrong length|^has letters or digits in places|^begins with (no|two)/,
  /^is a QR-IBAN|^is not a BIC: its|^is of another|^is missing, and so is|^is missing: (without|a rout)/,
  /^is not of 8 digits|^is not the number that the IBAN contains/,
  /^is missing: earlier records|^is missing: say why|^is missing, though|^replaces products in a circle|^names no order of the portal/,
  /^names (a draft|an order)|^is that of another order|^is sent with more than one id|^has \d+ items, the order/,
  /^names no question of the portal|^is blank$|differs only in case/,
  /^is not the number of a category$|^is not part of the key of/,
  / is named by .+ and |^is not the company that has |^is missing: a move needs it$/,
  /^is the company itself$|^is also (sent as a company|merged into)|^is not merged yet/,
]
const isBeyond = (record: TestRecord, { field, reason }: { field: string; reason: string }) =>
  beyondSchemas.some((pattern) => pattern.test(reason)) ||
  (record['kind'] === 'externalRecipient' && `${field} ${reason}` === 'accountId is missing')

test('the import and the schemas reject the same values, by the same field', async () => {
  const { db, take } = await databaseWithQuestion()
  expect(await take(examples)).toMatchObject({ outcome: 'loaded' })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 300, maxLength: 300 }), async (records) => {
      const found = new Map<string, { field: string; reason: string }[]>(
        records.map((_, nth) => [`${nth}`, []]),
      )
      // Each record is a separate file, because a header applies until the end of its file.
      await importRecords(
        db,
        records.map((record, nth) => recordSource(`${nth}`, [record])),
        { dryRun: true, onReject: ({ file, ...reject }) => found.get(file)?.push(reject) },
      )
      for (const [nth, record] of records.entries()) {
        const rejects = found.get(`${nth}`)!
        const faults = faultsOf(record)
        const told = JSON.stringify({ record, rejects })
        expect(checkAny(record), told).toBe(faults.length === 0)
        expect(
          rejects.map(({ field }) => field),
          told,
        ).toEqual(expect.arrayContaining(faults))
        const unforeseen = rejects.filter((reject) => !isBeyond(record, reject))
        expect(faults.length ? [] : unforeseen, told).toEqual([])
      }
    }),
    // The first failure names its record; shrinking the array of records would take minutes.
    { numRuns: runs(4), endOnFailure: true },
  )
})
