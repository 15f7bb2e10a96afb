import { decimalsOf } from '@portal/domain/kernel/currencies'

/**
 * Returns the number format of a spreadsheet for amounts of a currency: `#,##0.00`, for JPY
 * `#,##0`. A unit price may have up to `most` decimals, as `#,##0.00####`.
 */
export function amountFormat(currency: string, most = 0): string {
  const decimals = decimalsOf(currency)
  // The first decimal must be mandatory: otherwise a whole number would appear as `3.`
  return decimals === 0
    ? '#,##0'
    : `#,##0.${'0'.repeat(decimals)}${'#'.repeat(Math.max(most - decimals, 0))}`
}
