import { parseArgs } from 'node:util'
import sql from 'sql-template-tag'
import { authorizationReport } from '../authorization/authorization-report.ts'
import { queryOne, readSnapshot } from '../platform/database/database.ts'
import { findToday } from '../platform/database/today.ts'
import { UsageProblem, type Command } from './command.ts'
import { printable } from './printing.ts'
import { withDatabase } from './with-database.ts'

export const authorizeCommand: Command = {
  usage: 'authorize report <accountId>',
  summary:
    'list the charges of a company that no license or order explains, and what is not charged',
  async run(args) {
    const { positionals } = parseArgs({ args, allowPositionals: true })
    const [action, accountId, ...more] = positionals
    if (action !== 'report' || !accountId || more.length > 0)
      throw new UsageProblem('Name the company: report ACCOUNT.')
    return withDatabase('authorize', async (db) => {
      const company = await queryOne(db, sql`select from company where account_id = ${accountId}`)
      if (!company) throw new Error(`There is no company ${accountId}.`)
      const count = await readSnapshot(db, accountId, async (tx) => {
        const today = await findToday(tx)
        let lines = 0
        for await (const line of authorizationReport(tx, accountId, today)) {
          console.log(printable(line))
          lines += 1
        }
        return lines
      })
      if (count === 0) console.log('No license, order or request of this company is known.')
      return 0
    })
  },
}
