import sql, { raw, type Sql } from 'sql-template-tag'

interface Rows {
  staged: string
  table: string
  key: string[]
  /** The other columns, which have the same names in both tables. */
  columns: string[]
  /** Selects which staged records are merged; if absent, all. */
  only?: Sql
}

/** Merges records that correspond to one row of a table. A record that equals its row is unchanged. */
export function mergeRows({ staged, table, key, columns, only = sql`true` }: Rows): Sql[] {
  const all = raw([...key, ...columns].join(', '))
  const of = (source: string) => raw(columns.map((column) => `${source}.${column}`).join(', '))
  return [
    verdictBy({
      staged,
      table,
      key,
      isEqual: sql`row(${of('t')}) is not distinct from row(${of('s')})`,
      only,
    }),
    sql`
      insert into ${raw(table)} (${all})
      select ${all} from ${raw(staged)} where verdict in ('inserted', 'updated') and ${only}
          on conflict (${raw(key.join(', '))}) do update
         set (${raw(columns.join(', '))}) = row(${of('excluded')})`,
  ]
}

/** Sets the verdict of records by comparing digests with the stored ones. */
export const verdictByDigest = (staged: string, table: string, key: string[]): Sql =>
  verdictBy({ staged, table, key, isEqual: sql`t.record_digest = s.digest`, only: sql`true` })

const verdictBy = ({
  staged,
  table,
  key,
  isEqual,
  only,
}: Required<Omit<Rows, 'columns'>> & { isEqual: Sql }): Sql => sql`
  update ${raw(staged)} s
     set verdict = coalesce(
           (select case when ${isEqual} then 'unchanged' else 'updated' end
              from ${raw(table)} t where ${raw(key.map((one) => `t.${one} = s.${one}`).join(' and '))}),
           'inserted')
   where s.verdict is null and ${only}`
