import { badParameter, missing } from './api-error.ts'
import type { Params } from './params.ts'

export const listParams = ['limit', 'starting_after', 'ending_before', 'created']

type Listed = { id: string; created: number }

/** Returns one page of a list, newest first, by the provider's rules. */
export function listPage<T extends Listed, V>(
  url: string,
  newestFirst: T[],
  params: Params,
  view: (record: T) => V,
) {
  const limit = params.integer('limit') ?? 10
  if (limit < 1 || limit > 100)
    throw badParameter('limit', 'parameter_invalid_integer', 'limit must be between 1 and 100')
  // After the clock was moved, records may be out of order. Within a second, the latest is first.
  const all = newestFirst.toSorted((one, other) => other.created - one.created)
  const after = params.text('starting_after')
  const before = params.text('ending_before')
  if (after && before)
    throw badParameter(
      'starting_after',
      'parameters_exclusive',
      'You may pass either starting_after or ending_before.',
    )
  // A cursor is searched among all records, because a cursor outside of `created` is valid too.
  const records = all
    .slice(
      after ? position(all, after, 'starting_after') + 1 : 0,
      before ? position(all, before, 'ending_before') : all.length,
    )
    .filter(createdWithin(params))
  // With `ending_before`, a page ends right before its cursor instead of starting at the top.
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

/** `created` is either one second or a range. */
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
