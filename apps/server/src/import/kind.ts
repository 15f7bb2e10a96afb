import type { Sql } from 'sql-template-tag'
import type { RecordScope } from '@portal/domain/kernel/api-scopes'
import type { Contents, JsonObject, Sentence, Shape } from './record-shape.ts'

/** What a sender must know of a kind of record besides its fields. */
export interface Documented extends Contents {
  /** The value of `record`. */
  record: string
  sentence: Sentence
  /** What a key needs to deliver it. */
  scope?: RecordScope | 'ofDeleted'
  /** Rules between its fields, and between records. */
  rules?: Sentence[]
  /** Has every field, without `record`; all examples together can be imported once the question exists that one answers. */
  example: JsonObject
  /**
   * Identifies a record, as SQL over the staging table; and the key's fields, the one to report
   * first.
   */
  key?: { sql: string; fields: [string, ...string[]] }
}

/** A kind of record: how it is read, checked against the database, and merged. */
export interface Kind extends Shape, Documented {
  key: NonNullable<Documented['key']>
  scope: NonNullable<Documented['scope']>
  /** For the company's history: singular and plural. Absent for kinds without a company. */
  noun?: [one: string, many: string]
  /** Columns of the staging table that the merge fills in. */
  extraColumns?: string[]
  /** Statements that prepare the staging tables. */
  prepare?: Sql[]
  /** Statements that insert into import_reject (record, field, reason). */
  checks: Sql[]
  /** After the checks of all kinds: statements that mark stale records, and reject what others refer to wrongly. */
  references?: Sql[]
  /**
   * Statements that set every record's verdict (updated, unchanged, inserted or none) and apply it.
   */
  merge: Sql[]
}
