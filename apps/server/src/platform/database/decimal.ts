import { currencies, decimalsOf } from '@portal/domain/kernel/currencies'
import sql, { raw, type Sql } from 'sql-template-tag'

/** An amount in minor units as an exact decimal number of its currency. `currency` is the column with the currency's code. */
export const decimal = (cents: Sql, currency: Sql) => sql`(${cents} * ${unit(currency)})`

/** The value of a minor unit. Nearly all currencies have hundredths, so for thousands of rows one hash lookup each is enough. */
const unit = (currency: Sql) => sql`
  case when ${currency} in (${withDecimals(0, 3, 4)})
       then case when ${currency} in (${withDecimals(3)}) then 0.001
                 when ${currency} in (${withDecimals(4)}) then 0.0001 else 1 end
       else 0.01 end`

const withDecimals = (...counts: number[]) =>
  raw(
    currencies
      .filter((code) => counts.includes(decimalsOf(code)))
      .map((code) => `'${code}'`)
      .join(', '),
  )
