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
  // A clock that was moved leaves records out of order; of the same second, the latest comes first.
  const all = newestFirst.toSorted((one, other) => other.created - one.created)
  const after = params.text('starting_after')
  const before = params.text('ending_before')
  if (after && before)
    throw badParameter(
      'starting_after',
      'parameters_exclusive',
      'You may pass either starting_after or ending_before.',
    )
  // Cursors are found among all records: one outside of `created` still marks a place.
  const records = all
    .slice(
      after ? position(all, after, 'starting_after') + 1 : 0,
      before ? position(all, before, 'ending_before') : all.length,
    )
    .filter(createdWithin(params))
  // Going backwards, a page ends right before its cursor instead of starting at the top.
  const page = before ? records.slice(-limit) : records.slice(0, limit)
  const hasMore = records.length > limit
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
