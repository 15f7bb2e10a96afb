import { decimalsOf } from '@portal/domain/kernel/currencies'

/**
 * Returns a spreadsheet's number format for amounts of a currency: `#,##0.00`, for JPY `#,##0`. A unit price may have up
 * to `most` decimals: `#,##0.00####`.
 */
export function amountFormat(currency: string, most = 0): string {
  const decimals = decimalsOf(currency)
  // The first decimal must be mandatory: otherwise a whole number would be shown as `3.`
  return decimals === 0
    ? '#,##0'
    : `#,##0.${'0'.repeat(decimals)}${'#'.repeat(Math.max(most - decimals, 0))}`
}
