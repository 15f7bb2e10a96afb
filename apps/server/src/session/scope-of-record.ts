import type { FastifyReply, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import type { Deps } from '../deps.ts'
import { queryOne } from '../platform/database.ts'
import { nameInLog } from '../platform/trace.ts'
import { isCompanyNamed } from './scope-of-body.ts'
import { findActor } from './session.queries.ts'

/** Sets the company of a super admin's call that names a record and no company: the company of the record. */
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
  const asked = await findActor(deps.db, hash, found.owner, request.address)
  if (!asked || !('actor' in asked)) return
  request.scope = asked.scope
  nameInLog(request, reply, asked.actor, asked.scope)
}
