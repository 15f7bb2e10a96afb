import type { Sql } from 'sql-template-tag'
import type { Shape } from './record-shape.ts'

/** One kind of record: how it is read, what the database has to say about it, and how it is merged. */
export interface Kind extends Shape {
  /** The word in `record`. */
  record: string
  /** For the company's history: one, many. Nothing for what belongs to no company. */
  noun?: [one: string, many: string]
  /** Columns of the staging table that the merge fills in. */
  extraColumns?: string[]
  /** Statements that make the staging tables ready. */
  prepare?: Sql[]
  /** What makes two records the same one, as SQL over the staging table; and its field. */
  key: { sql: string; field: string }
  /** Statements that insert into import_reject (record, field, reason). */
  checks: Sql[]
  /** Statements that set every record's verdict (updated, unchanged, and inserted or none) and make it so. */
  merge: Sql[]
}
