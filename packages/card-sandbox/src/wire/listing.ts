import { badParameter, missing } from './api-error.ts'
import type { Params } from './params.ts'

export const listParams = ['limit', 'starting_after', 'ending_before', 'created']

type Listed = { id: string; created: number }

/** One page of what there is, newest first, as the provider cuts it. */
export function listPage<T extends Listed, V>(
  url: string,
  newestFirst: T[],
  params: Params,
  view: (record: T) => V,
) {
  const limit = params.integer('limit') ?? 10
  if (limit < 1 || limit > 100)
    throw badParameter('limit', 'parameter_invalid_integer', 'limit must be between 1 and 100')
  const records = newestFirst.filter(createdWithin(params))
  const after = params.text('starting_after')
  const before = params.text('ending_before')

  const start = after ? position(records, after, 'starting_after') + 1 : 0
  const end = before ? position(records, before, 'ending_before') : records.length
  // Going backwards, a page ends right before its cursor instead of starting at the top.
  const first = before ? Math.max(start, end - limit) : start
  const page = records.slice(first, Math.min(end, first + limit))
  const hasMore = before ? first > start : first + limit < end
  return { object: 'list' as const, data: page.map(view), has_more: hasMore, url }
}

function position(records: Listed[], id: string, param: string) {
  const index = records.findIndex((record) => record.id === id)
  if (index < 0) throw missing('object', id, param, 400)
  return index
}

function createdWithin(params: Params) {
  const { gte, gt, lte, lt } = createdRange(params)
  return ({ created }: Listed) => created >= gte && created > gt && created <= lte && created < lt
}

/** `created` is either one second or bounds around several. */
function createdRange(params: Params) {
  const bounds = params.isGroup('created') ? params.nested('created') : undefined
  const exactly = bounds ? undefined : params.integer('created')
  return {
    gte: bounds?.integer('gte') ?? exactly ?? -Infinity,
    gt: bounds?.integer('gt') ?? -Infinity,
    lte: bounds?.integer('lte') ?? exactly ?? Infinity,
    lt: bounds?.integer('lt') ?? Infinity,
  }
}
