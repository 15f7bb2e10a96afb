import type { Endpoint, Exchange } from '@portal/domain/kernel/call'
import { send, type Asks, type AsksOf } from './call.ts'

/** One page of a list, how much there is in all, and whether counting stopped before the end. */
export interface Paged<Row> {
  rows: Row[]
  count: number
  isMore: boolean
}

type RowOf<X extends Exchange> = X['answer'] extends infer A
  ? A extends (infer Row)[]
    ? Row
    : never
  : never

export async function fetchPage<X extends Exchange>(
  endpoint: Endpoint<X>,
  ...asks: AsksOf<X>
): Promise<Paged<RowOf<X>>> {
  const response = await send(endpoint, ...asks)
  const rows = (await response.json()) as RowOf<X>[]
  return {
    rows,
    count: Number(response.headers.get('x-count') ?? rows.length),
    isMore: response.headers.get('x-count-more') === 'true',
  }
}

/** Rows per call; a list is fetched page after page until `x-count` is reached. */
export const everyRow = 3000

/** A list page after page. One that grows meanwhile may repeat a row. `ask` puts together what is asked for a page. */
export async function* everyPage<X extends Exchange>(
  endpoint: Endpoint<X>,
  ask: (page: { page: number; perPage: number }) => Asks<X>,
): AsyncGenerator<RowOf<X>[]> {
  for (let page = 1; ; page += 1) {
    const asks = [ask({ page, perPage: everyRow })] as AsksOf<X>
    const { rows, count } = await fetchPage(endpoint, ...asks)
    yield rows
    if (rows.length === 0 || page * everyRow >= count) return
  }
}
