import sql from 'sql-template-tag'
import type { ApiScope } from '@portal/domain/kernel/api-scopes'
import type { Database } from '../platform/database/database.ts'
import { newApiKey } from '../session/api-key.ts'

/** Creates a key and returns it. Only its digest is stored, so it cannot be read again. */
export async function createApiKey(
  systemDb: Database,
  { name, scopes, expires }: { name: string; scopes: readonly ApiScope[]; expires?: string },
): Promise<string> {
  const { key, prefix, digest } = newApiKey()
  await systemDb.query(sql`
    insert into api_key (prefix, key_hash, name, scopes, expires_at)
    values (${prefix}, ${digest}, ${name}, ${scopes}, ${expires ?? null})`)
  return key
}

export interface ApiKeyRow {
  prefix: string
  name: string
  scopes: string[]
  createdAt: Date
  expiresAt: Date | null
  lastUsedAt: Date | null
  lastUsedFrom: string | null
  revokedAt: Date | null
}

export async function listApiKeys(systemDb: Database): Promise<ApiKeyRow[]> {
  const { rows } = await systemDb.query<ApiKeyRow>(sql`
    select prefix, name, scopes, created_at as "createdAt", expires_at as "expiresAt",
           last_used_at as "lastUsedAt", last_used_from as "lastUsedFrom", revoked_at as "revokedAt"
      from api_key order by created_at`)
  return rows
}

export const isValidKey = ({ revokedAt, expiresAt }: ApiKeyRow): boolean =>
  !revokedAt && !(expiresAt && expiresAt < new Date())

/** Revokes a key at once. */
export async function revokeApiKey(systemDb: Database, prefix: string): Promise<boolean> {
  const { rowCount } = await systemDb.query(sql`
    update api_key set revoked_at = now() where prefix = ${prefix} and revoked_at is null`)
  return rowCount === 1
}
