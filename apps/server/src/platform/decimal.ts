import { currencies, decimalsOf } from '@portal/domain/kernel/currencies'
import sql, { raw, type Sql } from 'sql-template-tag'

/** An amount in minor units as an exact decimal number of its currency; `currency` is the column that names it. */
export const decimal = (cents: Sql, currency: Sql) => sql`(${cents} * ${unit(currency)})`

/** What a minor unit is worth: 1, 0.001 or 0.01. Long lists are looked up by hash, and the common ones come last. */
const unit = (currency: Sql) => sql`case
  when ${currency} in (${withDecimals(0)}) then 1
  when ${currency} in (${withDecimals(3)}) then 0.001
  when ${currency} in (${withDecimals(4)}) then 0.0001 else 0.01 end`

const withDecimals = (count: number) =>
  raw(
    currencies
      .filter((code) => decimalsOf(code) === count)
      .map((code) => `'${code}'`)
      .join(', '),
  )
