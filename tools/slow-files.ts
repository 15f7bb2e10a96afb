/** The slowest test files, the slowest first: they start first, so that no worker ends with a slow file alone. */
export const slowFiles: readonly string[] = [
  'apps/server/test/answers/recorded-answers.test.ts',
  'apps/server/src/licenses/orders-and-records.test.ts',
  'e2e/two-tabs-one-order.test.ts',
  'screens/session/menu-and-guards.screen.ts',
  'screens/invoices/bank-transfer.screen.ts',
]
