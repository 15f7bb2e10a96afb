import { expect, test, vi } from 'vitest'
import { apiScopes } from '@portal/domain/kernel/api-scopes'
import type { RecordsReport } from '@portal/domain/integration/records.schema'
import { withNewKey } from '../../test/integration/api-keys.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { examineKeys } from '../commands/examine-operations.ts'
import { exampleOf } from '../import/documented.ts'
import { aldgate } from '../../test/import/import-fixture.ts'
import { bankAccount } from '../import/kinds/bank-account.ts'
import { importUploads } from './import-uploads.ts'

const portal = testPortal()
const log = { error: vi.fn<(details: object, message: string) => void>() }
const records = [aldgate, exampleOf(bankAccount)].map((one) => JSON.stringify(one)).join('\n')

async function deliver({ call }: Awaited<ReturnType<typeof withNewKey>>) {
  const answer = call('POST', '/api/integration/records?skipRejects=true', {
    payload: records,
    headers: { 'content-type': 'application/x-ndjson' },
  })
  await vi.waitFor(async () =>
    expect(await importUploads(portal.system, log, portal.deps.config)).toBe(1),
  )
  return answer
}

const stored = async () =>
  (
    await portal.system.query(`
      select (select count(*)::int from company) as companies, (select count(*)::int from bank_account) as accounts,
             (select count(*)::int from record_chunk) as chunks`)
  ).rows[0]

test('a delivery with a kind outside the scopes of its key is 403 and changes nothing', async () => {
  const before = await stored()
  const key = await withNewKey(portal, ...apiScopes.filter((scope) => scope !== 'records:bank'))
  const answer = await deliver(key)
  const message =
    'Line 2 is of the kind bankAccount, which needs the scope records:bank that this key does not have. Nothing was changed.'
  expect(answer.statusCode).toBe(403)
  expect(answer.json()).toEqual({ message })
  const report = await key.call('GET', String(answer.headers.location))
  expect(report.json<RecordsReport>()).toMatchObject({ state: 'forbidden', message, kinds: {} })
  expect(await stored()).toEqual(before)
  expect(log.error).not.toHaveBeenCalled()
})

test('a key of 0.1.0 delivers every kind, and doctor names it', async () => {
  const key = await withNewKey(portal, 'records:people')
  await portal.system.query(`update api_key set scopes = '{records:write}' where prefix = $1`, [
    key.prefix,
  ])
  expect((await deliver(key)).statusCode).toBe(200)
  expect(await stored()).toEqual({ companies: 1, accounts: 1, chunks: 0 })
  expect(await examineKeys(portal.system)).toContain(
    `replace what delivers every kind of record: ${key.prefix} (Test)`,
  )
})

test('the database takes all scopes of a key, and no other', async () => {
  const { prefix } = await withNewKey(portal, ...apiScopes)
  const other = `update api_key set scopes = '{records:all}' where prefix = $1`
  await expect(portal.system.query(other, [prefix])).rejects.toThrow(/api_key_scopes_check/)
})
