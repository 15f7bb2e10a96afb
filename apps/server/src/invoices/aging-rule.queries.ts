import { raw, type Sql } from 'sql-template-tag'

/** The business day, as a table of one row: join it and use `today`. */
export const today: Sql = raw(`(select business_today() as today) business`)

/**
 * How many days an amount is past due on a day. Null for amounts without a due date and for
 * credits, which are in the bucket `other`. The parameters are expressions of the surrounding
 * statement.
 */
export const ageOf = (cents: string, dueDate: string, day: string): Sql =>
  raw(`(case when ${cents} > 0 then ${day} - ${dueDate} end)`)

/**
 * Sums of rows with `cents` and `age` by bucket: the only place that assigns ages to buckets. They
 * add up to `total` to the cent.
 */
export const agingSums: Sql = raw(`
  ${sumOf('age <= 0')} as "current",
  ${sumOf('age between 1 and 30')} as "1-30",
  ${sumOf('age between 31 and 60')} as "31-60",
  ${sumOf('age between 61 and 90')} as "61-90",
  ${sumOf('age > 90')} as "90+",
  ${sumOf('age is null')} as other,
  coalesce(sum(cents), 0)::bigint as total`)

function sumOf(condition: string): string {
  return `coalesce(sum(cents) filter (where ${condition}), 0)::bigint`
}
