import type { InvoiceAuthorization } from '@portal/domain/authorization/authorization.schema'
import sql from 'sql-template-tag'
import { beforeAll, expect, test } from 'vitest'
import { billFaults, unbilledEquipment } from '../../../../tools/demo/bill-faults.ts'
import { demoRecords } from '../../../../tools/demo/demo-records.ts'
import { portal as run } from '../../test/integration/command-line.ts'
import type { Browser } from '../../test/portal/portal.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { importRecords } from '../import/import-records.ts'
import { recordSource } from '../import/sources.ts'
import { monthOfInvoice } from '../changes/month-of-invoice.ts'

const aldgate = '10412'
const portal = testPortal()

beforeAll(async () => {
  const today = new Date().toISOString().slice(0, 10)
  await importRecords(portal.system, [recordSource('demo', demoRecords(today))])
})

test('every line of the demo is right, except those that are wrong on purpose', async () => {
  const { rows: categories } = await portal.system.query<{ name: string }>(
    sql`select name from invoice_category`,
  )
  const all = categories.map(({ name }) => name)
  const rights = ['AccessInvoices', 'AccessLicenses', 'AccessErfs'] as const
  const reader = await portal.person('check@aldgate.example', aldgate, [...rights], all)
  const { rows } = await portal.system.query<{ number: string }>(
    sql`select invoice_number as number from invoice where account_id = ${aldgate}`,
  )
  const found: string[] = []
  let matched = 0
  const maya = await portal.person('maya@provider.example', aldgate, [], [], 'SuperAdmin')
  const missing = new Map<string, string[] | undefined>()
  for (const { number } of rows) {
    const read = async (who: Browser) => {
      const response = await who.get(`/api/invoice/details/${number}/authorization`)
      expect(response.statusCode, number).toBe(200)
      return response.json<InvoiceAuthorization>()
    }
    const [{ lines, notCharged }, toMaya] = [await read(reader), await read(maya)]
    expect(notCharged).toBeUndefined()
    expect(toMaya.lines).toEqual(lines)
    const words = toMaya.notCharged?.map((one) => one.words)
    missing.set(number, words)
    for (const { state, reason, licenseId } of lines) {
      if (state === 'matched') matched += 1
      if (state === 'toCheck') found.push(`${reason} ${licenseId} ${number}`)
    }
  }
  const reasons: Record<string, string> = {
    billedAfterEnd: 'afterEnd',
    billedBeforeStart: 'beforeStart',
    billedTwice: 'twice',
    otherPrice: 'otherPrice',
  }
  expect(found.toSorted()).toEqual(
    billFaults
      .filter(({ kind }) => kind in reasons)
      .flatMap(({ kind, licenseId, invoiceNumbers }) =>
        invoiceNumbers.map((number) => `${reasons[kind]} ${licenseId} ${number}`),
      )
      .toSorted(),
  )
  expect(matched).toBeGreaterThan(500)
  // Only super admins see what is not charged, and only on invoices of past months.
  const month = new Date().toISOString().slice(0, 7)
  const { rows: ofThisMonth } = await portal.system.query<{ number: string }>(
    sql`select i.invoice_number as number from invoice i where i.account_id = ${aldgate} and ${monthOfInvoice} = ${month}`,
  )
  for (const { number } of ofThisMonth) expect(missing.get(number)).toBeUndefined()
  expect(ofThisMonth.length).toBeGreaterThan(0)
  expect(new Set([...missing.values()].flatMap((words) => words ?? []))).toEqual(
    new Set([
      'TT Pro, yamada.h, license L-10412-130',
      expect.stringContaining(`Equipment request ${unbilledEquipment} of`) as string,
    ]),
  )
})

test('the report names them, and what is not charged', async () => {
  const report = (...args: string[]) => run(['authorize', 'report', ...args], portal.env)
  expect(await report()).toMatchObject({ code: 2, out: '' })
  expect(await report('A9')).toEqual({ code: 1, out: '', err: 'There is no company A9.\n' })
  const { code, out } = await report(aldgate)
  expect(code).toBe(0)
  const lines = out.trim().split('\n')
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^ {2}MTS-10412-1600, line \d+, TT Pro, desk-07, \$1,575\.00 USD: Charged twice/,
    ),
  )
  const notCharged = lines.filter((line) => line.startsWith('  Not charged'))
  expect(new Set(notCharged)).toEqual(
    new Set(['  Not charged: license L-10412-130, product 10010, yamada.h']),
  )
  // In the current month, a bill may still arrive.
  expect(notCharged).toHaveLength(2)
  expect(lines.at(-1)).toContain(`Never charged: equipment request ${unbilledEquipment} of`)
  expect(lines.filter((line) => line.startsWith('Never'))).toHaveLength(1)
})
