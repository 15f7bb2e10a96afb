import type pg from 'pg'

/** Returns the columns of a database, as a superuser sees them, in which a row has one of the words. */
export async function leftTraces(admin: pg.Client, words: readonly string[]): Promise<string[]> {
  const { rows: columns } = await admin.query<{ table: string; column: string }>(`
    select c.relname as table, a.attname as column from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1, a.attnum`)
  const found: string[] = []
  for (const { table, column } of columns) {
    const { rowCount } = await admin.query(
      `select from ${table} where ${column}::text ~* any ($1) limit 1`,
      [words],
    )
    if (rowCount) found.push(`${table}.${column}`)
  }
  return found
}
