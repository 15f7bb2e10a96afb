import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import sql from 'sql-template-tag'
import { startTestPortal } from '../portal/portal.ts'
import { verifyHistory } from '../../src/team/verify-history.ts'

/** A portal with histories, and access as its database's owner. */
export async function tamperedPortal() {
  const portal = await startTestPortal()
  const owner = new pg.Client({ connectionString: portal.database.ownerUrl })
  await owner.connect()
  for (const key of ['key', 'fkey'])
    await owner.query(
      `alter table history_seal drop constraint history_seal_account_id_entry_id_${key}`,
    )
  const folder = mkdtempSync(join(tmpdir(), 'portal-history-'))
  let count = 0

  const write = (accountId: string, description: string, actor = 'Zoë „Quote“') =>
    portal.system.query(sql`
      insert into history_entry (account_id, actor_name, ip_address, category, entry_type, description)
      values (${accountId}, ${actor}, '::1', 'Account', 'Test', ${description})`)

  const verdict = async (accountId: string, known?: { position: number; hash: string }) =>
    (await verifyHistory(portal.system, accountId, known)).problem

  return {
    portal,
    owner,
    write,
    verdict,
    /** A company with ten entries, some with unusual characters. */
    async company(): Promise<string> {
      const accountId = `H${(count += 1)}`
      await portal.given.company(accountId)
      const awkward = ['one', "'=two", '=three', 'fo"ur, 5\r\nnext', '', '日本語', '7:7']
      for (const text of [...awkward, '8', '9', '10']) await write(accountId, text, text || 'none')
      return accountId
    },
    /** Changes rows as the database's owner could, bypassing every grant, trigger and key. */
    async tamper(accountId: string, statement: string): Promise<string | undefined> {
      const triggers = (state: string) =>
        ['history_entry', 'history_seal']
          .map((table) => `alter table ${table} ${state} trigger user;`)
          .join('')
      await owner.query(
        `begin; ${triggers('disable')} ${statement.replaceAll('$company', `'${accountId}'`)}; ${triggers('enable')} commit`,
      )
      return verdict(accountId)
    },
    /** Returns the file that a manager exports. */
    async exported(accountId: string, query: string): Promise<string> {
      const email = `boss@${accountId.toLowerCase()}.example`
      if (!(await owner.query('select from portal_user where email = $1', [email])).rowCount)
        await portal.given.user(email, accountId, ['ManageUsers'])
      return (await (await portal.signIn(email)).get(`/api/admin/history/csv?${query}`)).body
    },
    /** Returns the exit code and output of the program that verifies an exported file. */
    check(text: string, head?: string): [number, string] {
      const file = join(folder, 'history.csv')
      writeFileSync(file, text)
      const script = join(import.meta.portalRoot, 'tools/verify-history.mjs')
      try {
        const out = execFileSync('node', [script, file, ...(head ? ['--head', head] : [])])
        return [0, out.toString().trim()]
      } catch (error) {
        const { status, stdout } = error as { status: number; stdout: Buffer }
        return [status, stdout.toString().trim()]
      }
    },
    async close() {
      rmSync(folder, { recursive: true })
      await owner.end()
      await portal.close()
    },
  }
}
