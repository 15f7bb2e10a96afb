import type { Sql } from 'sql-template-tag'
import type { Contents, JsonObject, Sentence, Shape } from './record-shape.ts'

/** What a sender must know of a kind of record beside its fields. */
export interface Documented extends Contents {
  /** The word in `record`. */
  record: string
  sentence: Sentence
  /** What holds between its fields and beside other records. */
  rules?: Sentence[]
  /** With every field, without `record`; all examples together can be imported. */
  example: JsonObject
  /** What makes two records the same one, as SQL over the staging table; and its fields, the one to blame first. */
  key?: { sql: string; fields: [string, ...string[]] }
}

/** One kind of record: how it is read, what the database has to say about it, and how it is merged. */
export interface Kind extends Shape, Documented {
  key: NonNullable<Documented['key']>
  /** For the company's history: one, many. Nothing for what belongs to no company. */
  noun?: [one: string, many: string]
  /** Columns of the staging table that the merge fills in. */
  extraColumns?: string[]
  /** Statements that make the staging tables ready. */
  prepare?: Sql[]
  /** Statements that insert into import_reject (record, field, reason). */
  checks: Sql[]
  /** Statements that set every record's verdict (updated, unchanged, and inserted or none) and make it so. */
  merge: Sql[]
}
