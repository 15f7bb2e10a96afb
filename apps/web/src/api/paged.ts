import type { Endpoint, Exchange } from '@portal/domain/kernel/call'
import { send, type Asks, type AsksOf } from './call.ts'

/** One page of a list, the total count, and whether counting stopped early. */
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

/** Rows per call; a list is fetched page by page until `x-count` is reached. */
export const everyRow = 3000

/**
 * Fetches a list page by page. The headers of a page contain the count, so the next page is requested while the body of
 * this one arrives. A list that grows meanwhile may repeat a row. `ask` returns the inputs for a page.
 */
export async function* everyPage<X extends Exchange>(
  endpoint: Endpoint<X>,
  ask: (page: { page: number; perPage: number }) => Asks<X>,
): AsyncGenerator<RowOf<X>[]> {
  const request = (page: number) =>
    send(endpoint, ...([ask({ page, perPage: everyRow })] as AsksOf<X>))
  let next: Promise<Response> | undefined = request(1)
  for (let page = 1; next; page += 1) {
    const response: Response = await next
    const count = Number(response.headers.get('x-count') ?? 0)
    next = page * everyRow < count ? request(page + 1) : undefined
    // If this body fails, no one awaits the next page.
    next?.catch(() => {})
    yield (await response.json()) as RowOf<X>[]
  }
}
