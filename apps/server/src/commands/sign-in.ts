import { parseArgs } from 'node:util'
import sql from 'sql-template-tag'
import { plural } from '@portal/domain/kernel/plural'
import { inTransaction, type Tx } from '../platform/database/database.ts'
import { recordHistory } from '../platform/history/history.ts'
import { reportReset } from '../team/reset-sign-in.ts'
import { commandAuthor } from './command-author.ts'
import { readArgs, UsageProblem, type Command } from './command.ts'
import { printable } from './printing.ts'
import { withDatabase } from './with-database.ts'

const options = {
  person: { type: 'string' },
  company: { type: 'string' },
  all: { type: 'boolean' },
  from: { type: 'string' },
  reason: { type: 'string' },
} as const

type Wanted = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

export const signInCommand: Command = {
  usage: 'sign-in rebind --person ADDRESS | --company ACCOUNT | --all --from ISSUER [--reason …]',
  summary:
    'let people sign in with new accounts: of one person or company at once, of a replaced provider as they sign in',
  async run(args) {
    const { values, positionals } = readArgs(args, options)
    if (positionals.join(' ') !== 'rebind') throw new UsageProblem('The only action is rebind.')
    const rebind = choose(values)
    console.log(await withDatabase('sign-in', (db) => inTransaction(db, rebind)))
    return 0
  },
}

function choose({ person, company, all, from, reason }: Wanted): (tx: Tx) => Promise<string> {
  const ways = [person, company, all].filter((one) => one !== undefined)
  if (ways.length !== 1 || Boolean(all) !== (from !== undefined))
    throw new UsageProblem('Name --person ADDRESS, --company ACCOUNT, or --all --from ISSUER.')
  if (from !== undefined) return (tx) => replaceProvider(tx, from)
  const who = { person: person ?? null, company: company ?? null }
  return (tx) => reset(tx, who, reason ?? 'no reason given')
}

/** The accounts and their sessions end at once. */
async function reset(
  tx: Tx,
  { person, company }: { person: string | null; company: string | null },
  reason: string,
): Promise<string> {
  const people = await tx.query<{ accountId: string; userId: string; email: string; name: string }>(
    sql`
    select u.account_id as "accountId", u.id as "userId", u.email,
           coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as name
      from sign_in_directory d join portal_user u on u.account_id = d.account_id and u.id = d.user_id
     where d.email_key = address_key(${person}) or d.account_id = ${company}
     order by d.email_key for update of d`,
  )
  if (people.length === 0)
    throw new Error(`No active user has ${printable(person ?? company ?? '')}.`)
  for (const one of people) {
    await tx.run(sql`select reset_sign_in(${one.accountId}, ${one.userId})`)
    await reportReset(tx, { person: one, reason, author: commandAuthor(one.accountId) })
  }
  return `${plural(people.length, 'person', 'people')} may sign in with a new account that has the same verified address. The former one no longer works.`
}

/** Each account works until an account of another provider replaces it. */
export async function replaceProvider(tx: Tx, issuer: string): Promise<string> {
  const companies = await tx.query<{ accountId: string; people: number }>(sql`
    with opened as (
      update sign_in_directory set is_replaceable = true where issuer = ${issuer} returning account_id)
    select account_id as "accountId", count(*)::int as people from opened group by account_id order by account_id`)
  if (companies.length === 0) {
    const known = await tx.query<{ line: string }>(sql`
      select issuer || ' (' || count(*) || ')' as line from sign_in_directory
       where issuer is not null group by issuer order by issuer`)
    const list = known.map(({ line }) => printable(line)).join(', ') || 'none'
    throw new Error(`No user signed in at ${printable(issuer)}. Issuers with people: ${list}.`)
  }
  for (const { accountId, people } of companies)
    await recordHistory(tx, commandAuthor(accountId), {
      category: 'User',
      entryType: 'Sign-In Reset',
      description: `An account of another sign-in provider may replace that of ${plural(people, 'person', 'people')} from ${issuer}`,
    })
  const people = companies.reduce((sum, one) => sum + one.people, 0)
  return `${plural(people, 'person', 'people')} of ${plural(companies.length, 'company', 'companies')} may sign in at another provider with the same verified address. Until then their accounts at ${printable(issuer)} work.`
}
