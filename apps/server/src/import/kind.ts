import type { Sql } from 'sql-template-tag'
import type { RecordScope } from '@portal/domain/kernel/api-scopes'
import type { Contents, JsonObject, Sentence, Shape } from './record-shape.ts'

/** What a sender must know of a kind of record besides its fields. */
export interface Documented extends Contents {
  /** The value of the record's field `record`. */
  record: string
  sentence: Sentence
  /** The scope that a key needs to deliver this kind. */
  scope?: RecordScope | 'ofDeleted'
  /** Rules between the fields of a record, and between records. */
  rules?: Sentence[]
  /**
   * Has every field, without `record`. All examples together can be imported once, if the question exists that the answer
   * belongs to.
   */
  example: JsonObject
  /** What identifies a record: SQL over the staging table, and the fields of the key, of which the first is reported. */
  key?: { sql: string; fields: [string, ...string[]] }
}

/** A kind of record: how a record is read, checked against the database, and merged. */
export interface Kind extends Shape, Documented {
  key: NonNullable<Documented['key']>
  scope: NonNullable<Documented['scope']>
  /** The words for the company's history. Absent for kinds without a company. */
  noun?: [one: string, many: string]
  /** Columns of the staging table that the merge fills in. */
  extraColumns?: string[]
  /** Statements that prepare the staging tables. */
  prepare?: Sql[]
  /** Statements that insert into import_reject (record, field, reason). */
  checks: Sql[]
  /**
   * Statements that run after the checks of all kinds. They mark stale records, and reject wrong references from other records.
   */
  references?: Sql[]
  /** Statements that set every record's verdict (updated, unchanged, inserted or none) and apply it. */
  merge: Sql[]
}
