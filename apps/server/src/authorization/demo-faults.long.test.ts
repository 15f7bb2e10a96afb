import type { Month } from '@portal/domain/kernel/month'
import sql from 'sql-template-tag'
import { beforeAll, expect, test } from 'vitest'
import { billFaults, unbilledEquipment } from '../../../../tools/demo/bill-faults.ts'
import { demoRecords } from '../../../../tools/demo/demo-records.ts'
import { portal as run } from '../../test/integration/command-line.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { importRecords } from '../import/import-records.ts'
import { recordSource } from '../import/sources.ts'
import { monthOfInvoice } from '../changes/month-of-invoice.ts'
import { readSnapshot } from '../platform/database/database.ts'
import { findActor, sessionHash } from '../session/session.queries.ts'
import { findNotCharged } from './not-charged.ts'
import { keepingMonth, readAuthorization } from './read-authorization.ts'

const aldgate = '10412'
const portal = testPortal()

beforeAll(async () => {
  const today = new Date().toISOString().slice(0, 10)
  await importRecords(portal.system, [recordSource('demo', demoRecords(today))])
})

test('every line of the demo is correct, except those that are wrong on purpose', async () => {
  const maya = await portal.person('maya@provider.example', aldgate, [], [], 'SuperAdmin')
  const { db } = portal.deps
  const found = await findActor(db, sessionHash(maya.token!), null, '::1')
  if (!found || !('scope' in found) || !found.scope) throw new Error('the session has no scope')
  const { scope } = found
  const toCheck: string[] = []
  let matched = 0
  const missing = new Map<Month, string[] | undefined>()
  await readSnapshot(db, aldgate, async (tx) => {
    const monthOf = keepingMonth()
    const invoices = await tx.query<{ number: string; month: Month }>(sql`
      select i.invoice_number as number, ${monthOfInvoice} as month from invoice i
       where i.account_id = ${aldgate} order by 2`)
    for (const { number, month } of invoices) {
      const { lines } = await readAuthorization(tx, scope, number, {
        monthOf,
        async tell(read) {
          if (missing.has(month)) return {}
          const { notCharged } = await findNotCharged(tx, scope, read)
          missing.set(
            month,
            notCharged?.map(({ words }) => words),
          )
          return {}
        },
      })
      for (const { state, reason, licenseId } of lines) {
        if (state === 'matched') matched += 1
        if (state === 'toCheck') toCheck.push(`${reason} ${licenseId} ${number}`)
      }
    }
  })
  const reasons: Record<string, string> = {
    billedAfterEnd: 'afterEnd',
    billedBeforeStart: 'beforeStart',
    billedTwice: 'twice',
    otherPrice: 'otherPrice',
  }
  expect(toCheck.toSorted()).toEqual(
    billFaults
      .filter(({ kind }) => kind in reasons)
      .flatMap(({ kind, licenseId, invoiceNumbers }) =>
        invoiceNumbers.map((number) => `${reasons[kind]} ${licenseId} ${number}`),
      )
      .toSorted(),
  )
  expect(matched).toBeGreaterThan(500)
  // More bills of this month may arrive.
  const month = new Date().toISOString().slice(0, 7)
  expect(missing.get(month)).toBeUndefined()
  expect(missing.has(month)).toBe(true)
  expect(new Set([...missing.values()].flatMap((words) => words ?? []))).toEqual(
    new Set([
      'TT Pro, yamada.h, license L-10412-130',
      expect.stringContaining(`Equipment request ${unbilledEquipment} of`) as string,
    ]),
  )
})

test('the report names the wrong lines, and the licenses that are not charged', async () => {
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
