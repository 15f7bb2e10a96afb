import type { FastifyReply, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import type { Deps } from '../deps.ts'
import { queryOne } from '../platform/database/database.ts'
import { nameInLog } from '../platform/log/trace.ts'
import { isCompanyNamed } from './scope-of-body.ts'
import { findScope } from './session.queries.ts'

/** If a super admin's call names a record but no company, sets the record's company. */
export async function takeScopeOfRecord(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { record } = request.routeOptions.config.call ?? {}
  const hash = request.sessionHash
  if (!record || !hash || request.actor?.role !== 'SuperAdmin' || isCompanyNamed(request)) return
  const [kind, field] = record
  const { params, query, body } = request
  const given = Object.assign({}, body, query, params) as Record<string, string | string[]>
  const [first] = [given[field]].flat()
  const key = field === 'file' ? first?.replace(/\.\w+$/, '') : first
  if (key === undefined) return
  const found = await queryOne<{ owner: string | null }>(
    deps.db,
    sql`select company_of_record(${hash}, ${kind}, ${key}) as owner`,
  )
  if (!found?.owner || found.owner === request.scope?.accountId) return
  const scope = await findScope(deps.db, request, found.owner)
  if (!scope) return
  request.scope = scope
  nameInLog(request, reply, scope.actor, scope)
}
