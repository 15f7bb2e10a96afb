import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { opensCall, type ApiAccess } from '@portal/domain/kernel/api-scopes'
import type { Deps } from '../deps.ts'
import { queryOne } from '../platform/database/database.ts'
import { networkOf } from '../platform/log/network-of.ts'
import { limitRate } from '../platform/http/rate-limit.ts'
import { Refusal } from '../platform/http/refusal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The digest of the request's key; functions of the database require it. */
    keyDigest: Buffer | null
  }
}

/** `portal_` and eight visible characters, then the secret: 256 random bits. */
const pattern = /^portal_[A-Za-z0-9]{8}_[A-Za-z0-9_-]{43}$/

export function newApiKey(): { key: string; prefix: string; digest: Buffer } {
  const shown = randomBytes(4).toString('hex')
  const key = `portal_${shown}_${randomBytes(32).toString('base64url')}`
  return { key, prefix: `portal_${shown}`, digest: digestOf(key) }
}

/** A fast hash is enough, because the secret cannot be guessed. */
const digestOf = (key: string) => createHash('sha256').update(key).digest()

/** The most refused keys per network and minute; more are an attempt to guess. */
const refusedPerMinute = 30

/** Accepts a key of the provider's systems that has a scope for the call. Cookies and sessions are ignored here. */
export async function requireApiKey(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, config }: Deps,
  access: ApiAccess,
): Promise<void> {
  const key = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const isKey = key !== undefined && pattern.test(key)
  const digest = isKey ? digestOf(key) : undefined
  const known =
    digest &&
    (await queryOne<{ id: string; scopes: string[] }>(
      db,
      sql`select id, scopes from use_api_key(${digest}, ${request.address})`,
    ))
  if (!known) {
    await limitRate(db, 'refused key', networkOf(request.address), refusedPerMinute)
    throw unknownKey(reply)
  }
  if (!opensCall(known.scopes, access))
    throw new Refusal(403, `This key may not use ${access}.`).because('key.refused', 'scope')
  await limitRate(db, 'key', known.id, config.apiCallsPerMinute)
  request.keyDigest = digest
}

function unknownKey(reply: FastifyReply): Refusal {
  reply.header('www-authenticate', 'Bearer')
  const message = 'Send a valid key as Authorization: Bearer portal_….'
  return new Refusal(401, message).because('key.refused', 'unknown')
}

/** Returns the digest of the key, on a route for keys. */
export function keyDigestOf(request: FastifyRequest): Buffer {
  if (!request.keyDigest) throw new Error('the route is not opened by a key')
  return request.keyDigest
}
