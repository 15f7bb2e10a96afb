import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { CompanyFilter } from '@portal/domain/session/session.schema'
import {
  InvoiceCategory,
  NamedUserList,
  ToggleCategory,
  UpdateUser,
  User,
  UserCategories,
  UserIdList,
  UserKey,
  UserList,
  UserPage,
} from '@portal/domain/team/team.schema'
import type { Deps } from '../deps.ts'
import { readInScope, scopeOf, withScope } from '../platform/scope.ts'
import { removeMember, setAccess, toggleCategory } from './change-access.ts'
import { scopeOfBody } from '../session/scope-of-body.ts'
import { changeTeam } from './change-team.ts'
import {
  countMembers,
  findMember,
  listCategories,
  listHeldCategories,
  listMembers,
  listPeople,
} from './members.queries.ts'

const CategoryList = Type.Array(InvoiceCategory)
const Done = Type.Object({})

export const memberRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.get(
    '/admin/users',
    {
      config: { access: 'ManageUsers' },
      schema: { querystring: UserPage, response: { 200: Type.Union([UserList, NamedUserList]) } },
    },
    async (request, reply) => {
      const scope = scopeOf(request)
      const { page, perPage } = request.query
      if (page === undefined && perPage === undefined)
        return { users: await withScope(deps.db, scope, (tx) => listPeople(tx, scope.accountId)) }
      const [members, total] = await readInScope(deps.db, scope, (tx) =>
        Promise.all([
          listMembers(tx, scope.accountId, { page: page ?? 1, perPage: perPage ?? 3000 }),
          countMembers(tx, scope.accountId),
        ]),
      )
      reply.header('x-count', total)
      return members
    },
  )

  app.post(
    '/admin/update-user',
    {
      config: { access: 'ManageUsers' },
      schema: { querystring: CompanyFilter, body: UpdateUser, response: { 200: User } },
    },
    async (request) => {
      const { userId, accountId, ...wanted } = request.body
      const asked = await scopeOfBody(deps, request, accountId)
      return changeTeam(deps, request, asked, async (tx, scope) => {
        await setAccess(tx, scope, userId, wanted)
        return (await findMember(tx, scope.accountId, userId)).user
      })
    },
  )

  app.delete(
    '/admin/deactivate',
    {
      config: { access: 'ManageUsers' },
      schema: { querystring: UserKey, response: { 200: Done } },
    },
    async (request) => {
      await changeTeam(deps, request, scopeOf(request), (tx, scope) =>
        removeMember(tx, scope, request.query.userId),
      )
      return {}
    },
  )

  app.get(
    '/invoice/invoice-categories/user',
    {
      config: { access: 'signedIn' },
      schema: { querystring: CompanyFilter, response: { 200: CategoryList } },
    },
    async (request) => {
      const { actor } = scopeOf(request)
      return withScope(deps.db, scopeOf(request), async (tx) => {
        if (actor.role === 'SuperAdmin') return listCategories(tx, actor.accountId, true)
        const [held] = await listHeldCategories(tx, actor.accountId, [actor.userId])
        return held?.categories ?? []
      })
    },
  )

  app.get(
    '/invoice/invoice-categories/all',
    {
      config: { access: 'ManageUsers' },
      schema: { querystring: CompanyFilter, response: { 200: CategoryList } },
    },
    async (request) => {
      const scope = scopeOf(request)
      return withScope(deps.db, scope, (tx) =>
        listCategories(tx, scope.accountId, scope.actor.role === 'SuperAdmin'),
      )
    },
  )

  app.post(
    '/invoice/invoice-categories/allusers',
    {
      config: { access: 'ManageUsers' },
      bodyLimit: 256 * 1024,
      schema: {
        querystring: CompanyFilter,
        body: UserIdList,
        response: { 200: Type.Array(UserCategories) },
      },
    },
    async (request) => {
      const scope = scopeOf(request)
      return withScope(deps.db, scope, (tx) =>
        listHeldCategories(tx, scope.accountId, request.body.userIdList),
      )
    },
  )

  app.post(
    '/invoice/invoice-categories/toggle',
    {
      config: { access: 'ManageUsers' },
      schema: {
        querystring: CompanyFilter,
        body: ToggleCategory,
        response: { 200: UserCategories },
      },
    },
    async (request) =>
      changeTeam(deps, request, scopeOf(request), (tx, scope) =>
        toggleCategory(tx, scope, request.body),
      ),
  )
}
