import { send } from './call.ts'

/** Rows per call; a list is fetched page after page until `x-count` is reached. */
export const everyRow = 3000

/** Every row of a paged list. A list that grows meanwhile may repeat a row: each counts once. */
export async function everyPage<Row extends { id: string }>(
  path: string,
  query: Record<string, string>,
  signal: AbortSignal,
): Promise<Row[]> {
  const found = new Map<string, Row>()
  for (let page = 1; ; page += 1) {
    const response = await send(path, { query: { ...query, page, perPage: everyRow }, signal })
    const rows = (await response.json()) as Row[]
    for (const row of rows) found.set(row.id, row)
    const count = Number(response.headers.get('x-count') ?? found.size)
    if (rows.length === 0 || page * everyRow >= count) return [...found.values()]
  }
}
