import type { Account } from '../account.ts'
import { badParameter } from '../wire/api-error.ts'
import { listPage, listParams } from '../wire/listing.ts'
import type { Params } from '../wire/params.ts'
import type { Route } from './route.ts'

export const eventRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/events',
    accepts: [...listParams, 'type', 'types'],
    answer({ account, params }) {
      const isWanted = wantedTypes(params)
      const found = keptEvents(account).filter(({ type }) => isWanted(type))
      return listPage('/v1/events', found, params, (event) => event)
    },
  },
]

/** The provider deletes events after 30 days. */
function keptEvents(account: Account) {
  const oldest = account.now() - 30 * 86_400
  return account.events.newestFirst().filter(({ created }) => created >= oldest)
}

/** Reads one type, which may end with `*` for a group, or a list of types, but not both. */
function wantedTypes(params: Params) {
  const types = params.list('types')
  const type = params.text('type')
  if (type && types.length > 0)
    throw badParameter('types', 'parameters_exclusive', 'You may pass either type or types.')
  if (types.length > 20)
    throw badParameter('types', undefined, 'You may pass up to 20 types of event.')
  const wanted = type ? [type] : types
  const isOneOf = (given: string) => (one: string) =>
    one.endsWith('*') && type ? given.startsWith(one.slice(0, -1)) : given === one
  return (given: string) => wanted.length === 0 || wanted.some(isOneOf(given))
}
