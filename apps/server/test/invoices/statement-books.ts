import { expect } from 'vitest'
import type { Day } from '@portal/domain/kernel/day'
import { bookMissing } from '../../src/invoices/book-movements.ts'
import { readStatement } from '../../src/invoices/statement.queries.ts'
import { inTransaction } from '../../src/platform/database/database.ts'
import type { Scope } from '../../src/platform/database/scope.ts'
import { takeBooks } from '../import/import-fixture.ts'
import type { testClock, testPortal } from '../portal/test-portal.ts'
import { accountText, invoiceOf } from './account-text.ts'

type Portal = ReturnType<typeof testPortal>
type Clock = ReturnType<typeof testClock>

/** The books of a company, and its statements. */
export function statementBooks({
  portal,
  clock,
  company,
}: {
  portal: Portal
  clock: Clock
  company: () => string
}) {
  const recordOf = (one: object) => ({ ...invoiceOf(company()), ...one })
  const missing = () => inTransaction(portal.system, (tx) => bookMissing(tx, company()))
  const read = (from: Day, to: Day, categoryIds: number[] | null = null) =>
    // Reading a statement uses only these fields of the scope.
    readStatement(portal.system, { accountId: company(), categoryIds } as unknown as Scope, {
      from,
      to,
    })
  return {
    recordOf,
    /** Books what is missing. */
    missing,
    read,
    account: async (...range: Parameters<typeof read>) => accountText(await read(...range)),
    /** The books write records at an instant; the portal gets them at once. */
    async books(at: string, ...records: object[]): Promise<void> {
      await clock.set(at)
      await takeBooks(
        portal.system,
        records.map((one) => ('record' in one ? one : recordOf(one))),
      )
      expect(await missing()).toEqual({ lines: 0, invoices: 0 })
    },
  }
}
