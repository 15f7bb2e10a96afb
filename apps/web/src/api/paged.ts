import { send } from './call.ts'

/** One page of a list, how much there is in all, and whether counting stopped before the end. */
export interface Paged<Row> {
  rows: Row[]
  count: number
  isMore: boolean
}

export async function fetchPage<Row>(
  path: string,
  query: Record<string, string | number>,
  signal: AbortSignal,
): Promise<Paged<Row>> {
  const response = await send(path, { query, signal })
  const rows = (await response.json()) as Row[]
  return {
    rows,
    count: Number(response.headers.get('x-count') ?? rows.length),
    isMore: response.headers.get('x-count-more') === 'true',
  }
}

/** Rows per call; a list is fetched page after page until `x-count` is reached. */
export const everyRow = 3000

/** A list page after page. One that grows meanwhile may repeat a row. */
export async function* everyPage<Row>(
  path: string,
  query: Record<string, string>,
  signal: AbortSignal,
): AsyncGenerator<Row[]> {
  for (let page = 1; ; page += 1) {
    const wanted = { ...query, page, perPage: everyRow }
    const { rows, count } = await fetchPage<Row>(path, wanted, signal)
    yield rows
    if (rows.length === 0 || page * everyRow >= count) return
  }
}
