import { decimalsOf } from '@portal/domain/kernel/currencies'

/**
 * The number format of a spreadsheet for amounts of a currency: `#,##0.00`, for JPY `#,##0`. A unit price may have up to
 * `most` decimals, as `#,##0.00##`.
 */
export function amountFormat(currency: string, most = 0): string {
  const decimals = decimalsOf(currency)
  // Without a decimal that always stands there, the format would write a whole number as `3.`
  return decimals === 0
    ? '#,##0'
    : `#,##0.${'0'.repeat(decimals)}${'#'.repeat(Math.max(most - decimals, 0))}`
}
