import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Tx } from '../platform/database/database.ts'
import { rewriteHistory } from '../team/erase-history.ts'
import { mentionOf, type Mention } from './mention.queries.ts'
import { namingPerson, type Person } from './person.queries.ts'
import { formerName, personalData } from './personal-data.ts'

export interface Erased {
  table: string
  changed: number
  deleted: number
  /** The number of rows that keep name and address. */
  kept: number
}

/** Erases a person from every table; the transaction must belong to the owner of the tables. */
export async function erasePerson(
  tx: Tx,
  person: Person,
  authorName: string,
): Promise<{ tables: Erased[]; leftNames: string[] }> {
  const mention = await mentionOf(tx, person)
  const companies = person.users.map(({ accountId }) => accountId)
  const tables: Erased[] = []
  for (const [table, { kept }] of Object.entries(personalData)) {
    const rows = namingPerson(table, person)
    const ended = rows.filter(({ values }) => values === 'deleted').map(({ where }) => where)
    const changes = changesOf(table, person, mention)
    const t = raw(`${table} t`)
    const about = join([sql`false`, ...rows.map(({ where }) => where)], ' or ')
    tables.push({
      table,
      kept: kept ? await tx.run(sql`select from ${t} where ${about}`) : 0,
      deleted:
        ended.length > 0 ? await tx.run(sql`delete from ${t} where ${join(ended, ' or ')}`) : 0,
      changed:
        table === 'history_entry'
          ? await rewriteHistory(tx, authorName, companies, changes)
          : changes.columns.length > 0
            ? await tx.run(sql`update ${t} set ${join(changes.columns)} where ${changes.where}`)
            : 0,
    })
  }
  return { tables, leftNames: mention.leftNames }
}

/** Returns what is written into the rows about the person, and into the rows that mention the person. */
function changesOf(
  table: string,
  person: Person,
  mention: Mention,
): { columns: Sql[]; where: Sql } {
  const { texts = {}, isOfNoCompany = false } = personalData[table]!
  const pattern = mention.pattern(isOfNoCompany)
  const rules = namingPerson(table, person).flatMap(({ where, values }) =>
    values === 'deleted' ? [] : [{ where, values }],
  )
  const written = new Set([texts, ...rules.map(({ values }) => values)].flatMap(Object.keys))
  const columns = [...written].map((column) => {
    const now = raw(`t.${column}`)
    const type = texts[column]
    const otherwise = type
      ? sql`regexp_replace(${now}::text, ${pattern}, ${formerName}, 'gi')::${raw(type)}`
      : now
    const cases = rules
      .filter(({ values }) => column in values)
      .map(({ where, values }) => sql`when ${where} then ${raw(values[column]!)}`)
    const value = cases.length > 0 ? sql`case ${join(cases, ' ')} else ${otherwise} end` : otherwise
    return sql`${raw(column)} = ${value}`
  })
  const where = [
    ...rules.filter(({ values }) => Object.keys(values).length > 0).map((rule) => rule.where),
    ...Object.keys(texts).map((column) => sql`t.${raw(column)}::text ~* ${pattern}`),
  ]
  return { columns, where: join([sql`false`, ...where], ' or ') }
}
