import { apiScopes, isApiScope } from '@portal/domain/kernel/api-scopes'
import { parseIsoDay } from '@portal/domain/kernel/day'
import {
  createApiKey,
  isValidKey,
  listApiKeys,
  revokeApiKey,
  type ApiKeyRow,
} from '../integration/manage-api-keys.ts'
import type { Database } from '../platform/database/database.ts'
import { readArgs, UsageProblem, type Command } from './command.ts'
import { printable, table } from './printing.ts'
import { withDatabase } from './with-database.ts'

export const apiKeyCommand: Command = {
  usage: `api-key create --name … --scope … [--scope …] [--expires YYYY-MM-DD] | list | revoke <prefix>`,
  summary: `create, list and revoke API keys of the provider's own systems; scopes: ${apiScopes.join(', ')}`,
  async run(args) {
    const { values, positionals } = readArgs(args, {
      name: { type: 'string' },
      scope: { type: 'string', multiple: true },
      expires: { type: 'string' },
    })
    const [action = '', prefix, ...more] = positionals
    if (more.length > 0 || (action === 'revoke') !== (prefix !== undefined))
      throw new UsageProblem('Name an action: create, list or revoke PREFIX.')
    return withDatabase('api-key', async (db) => {
      if (action === 'create') return await create(db, values)
      if (action === 'list') return await list(db)
      if (action === 'revoke') return await revoke(db, prefix ?? '')
      throw new UsageProblem('Name an action: create, list or revoke PREFIX.')
    })
  },
}

interface Wanted {
  name?: string
  scope?: string[]
  expires?: string
}

async function create(db: Database, { name, scope = [], expires }: Wanted): Promise<number> {
  if (!name || name.length > 100)
    throw new UsageProblem('--name is required, with at most 100 characters.')
  const scopes = scope.filter(isApiScope)
  if (scopes.length === 0 || scopes.length < scope.length)
    throw new UsageProblem(`--scope is required, and is one of: ${apiScopes.join(', ')}.`)
  if (expires !== undefined && !parseIsoDay(expires))
    throw new UsageProblem(`${expires} is not a date.`)
  const key = await createApiKey(db, { name, scopes, ...(expires && { expires }) })
  console.error('Store the key now: it is not shown again. Only its digest is kept.')
  console.log(key)
  return 0
}

async function list(db: Database): Promise<number> {
  const keys = await listApiKeys(db)
  const day = (date: Date | null) => date?.toISOString().slice(0, 10) ?? '–'
  console.log(
    table(
      ['prefix', 'name', 'scopes', 'created', 'expires', 'last used', 'from', 'state'],
      keys.map((key) => [
        key.prefix,
        printable(key.name),
        key.scopes.join(','),
        day(key.createdAt),
        day(key.expiresAt),
        key.lastUsedAt?.toISOString() ?? 'never',
        key.lastUsedFrom ?? '–',
        stateOf(key),
      ]),
    ),
  )
  return 0
}

function stateOf(key: ApiKeyRow) {
  if (key.revokedAt) return 'revoked'
  return isValidKey(key) ? 'valid' : 'expired'
}

async function revoke(db: Database, prefix: string): Promise<number> {
  const done = await revokeApiKey(db, prefix)
  console.log(done ? `${prefix} is revoked.` : `There is no valid key ${prefix}.`)
  return done ? 0 : 1
}
