import sql from 'sql-template-tag'
import { queryOne } from '../platform/database/database.ts'
import { verifyHistory } from '../team/verify-history.ts'
import { readArgs, UsageProblem, type Command } from './command.ts'
import { withDatabase } from './with-database.ts'

export const historyCommand: Command = {
  usage: 'history verify <accountId> [--head <position>:<hash>]',
  summary: 'verify that no entry of a company’s history was edited, removed, moved or cut off',
  async run(args) {
    const { values, positionals } = readArgs(args, { head: { type: 'string' } })
    const [action, accountId, ...more] = positionals
    if (action !== 'verify' || !accountId || more.length > 0)
      throw new UsageProblem('Name the company: verify ACCOUNT.')
    const known = values.head === undefined ? undefined : readHead(values.head)
    return withDatabase('history', async (db) => {
      const company = await queryOne(
        db,
        sql`select from company where account_id = ${accountId}
             union all select from former_company where former_account_id = ${accountId}`,
      )
      if (!company) throw new Error(`There is no company ${accountId}.`)
      const { verified, rewritten, head, problem } = await verifyHistory(db, accountId, known)
      if (problem) {
        console.log(`${problem} The ${verified} entries before it are unchanged.`)
        return 1
      }
      console.log(
        `All ${verified} entries are unchanged${rewritten > 0 ? `, but for ${rewritten} in which people were erased` : ''}.`,
      )
      console.log(
        `To verify later entries against this check, keep outside the database: --head ${head.position}:${head.hash}`,
      )
      return 0
    })
  },
}

function readHead(text: string): { position: number; hash: string } {
  const match = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text)
  if (!match) throw new UsageProblem('--head is <position>:<hash>, as an earlier check printed it.')
  return { position: Number(match[1]), hash: match[2]! }
}
