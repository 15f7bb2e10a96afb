/** Test files that take longest, the longest first: they start first, so that no worker ends with one alone. */
export const slowFiles: readonly string[] = [
  'apps/server/src/payments/charge/pay-authenticated-races.slow.test.ts',
  'apps/server/src/payments/charge/machine-faults.slow.test.ts',
  'apps/server/src/authorization/demo-faults.slow.test.ts',
  'apps/server/src/payments/batch/pay-all.test.ts',
  'apps/server/src/payments/batch/pay-all-asked.slow.test.ts',
  'apps/server/test/recorded-answers.test.ts',
  'apps/server/src/commands/resolve-invoice.slow.test.ts',
  'apps/server/src/commands/charging.slow.test.ts',
  'apps/server/test/raw-requests.slow.test.ts',
  'apps/server/test/telemetry.slow.test.ts',
]
