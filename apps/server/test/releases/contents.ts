import type pg from 'pg'

type Row = Record<string, unknown>
type Contents = Map<string, Row[]>

/** Returns the rows of every table, as a superuser sees them. */
export async function contentsOf(admin: pg.Client): Promise<Contents> {
  const { rows: tables } = await admin.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const contents: Contents = new Map()
  for (const { name } of tables) {
    const { rows } = await admin.query<{ row: Row }>(`select to_json(t) as row from ${name} t`)
    contents.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  return contents
}

/** Returns how many rows of each table are missing or have other values; columns that were added do not count. */
export function lostRows(before: Contents, after: Contents): string[] {
  return [...before].flatMap(([table, rows]) => {
    const columns = Object.keys(rows[0] ?? {})
    const valuesOf = (row: Row) => JSON.stringify(columns.map((column) => row[column]))
    const left = new Set((after.get(table) ?? []).map(valuesOf))
    const lost = rows.filter((row) => !left.has(valuesOf(row)))
    return lost.length > 0 ? [`${table}: ${lost.length} of ${rows.length}`] : []
  })
}

/**
 * Returns the parts of a database that servers use, one line each: columns with their types, keys of `on conflict`,
 * functions, and the rights of the roles.
 */
export async function shapeOf(admin: pg.Client): Promise<string[]> {
  const { rows } = await admin.query<{ part: string }>(`
    with relation as (
      select c.* from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'S')
    ), rights as (
      select format('%s on %s', a.privilege_type, r.relname) as held, a.grantee
        from relation r, aclexplode(r.relacl) a
       union all
      select format('%s on %s.%s', a.privilege_type, r.relname, t.attname), a.grantee
        from relation r join pg_attribute t on t.attrelid = r.oid, aclexplode(t.attacl) a
       union all
      select format('%s on %s', a.privilege_type, p.oid::regprocedure), a.grantee
        from pg_proc p, aclexplode(p.proacl) a where p.pronamespace = 'public'::regnamespace
    )
    select format('column %s.%s %s', r.relname, t.attname, format_type(t.atttypid, t.atttypmod)) as part
      from relation r join pg_attribute t on t.attrelid = r.oid and t.attnum > 0 and not t.attisdropped
     where r.relkind <> 'S'
     union all
    select regexp_replace(pg_get_indexdef(i.indexrelid), '^CREATE UNIQUE INDEX \\S+', 'key') from relation r
      join pg_index i on i.indrelid = r.oid and i.indisunique
     union all
    select format('function %s returns %s', p.oid::regprocedure, pg_get_function_result(p.oid)) from pg_proc p
     where p.pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     union all
    select format('%s may %s', grantee::regrole, held) from rights
     where grantee in ('portal_app'::regrole, 'portal_system'::regrole)
     order by part`)
  return rows.map(({ part }) => part)
}
