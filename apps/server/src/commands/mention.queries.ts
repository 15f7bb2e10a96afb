import sql, { type Sql } from 'sql-template-tag'
import type { Tx } from '../platform/database/database.ts'
import type { Person } from './person.queries.ts'

/** How to find texts that mention a person. */
export interface Mention {
  /** Returns the regular expression for a row `t`; upper and lower case are equal. */
  pattern: (isOfNoCompany: boolean) => Sql
  /** The names that the expression does not search for. */
  leftNames: string[]
}

/**
 * Returns how to find mentions of a person. An address is searched everywhere. A name is searched in the companies where
 * the person worked, and in those merged into them, and only if the name has two words and no other user there has it:
 * otherwise a text could mean another person or a thing.
 */
export async function mentionOf(tx: Tx, person: Person): Promise<Mention> {
  const { addresses, users } = person
  const ids = users.map(({ id }) => id)
  const companies = await tx.query<{ accountId: string }>(sql`
    with worked as (
      select account_id from history_entry where actor_id = any (${ids}::uuid[])
       union select account_id from portal_user where id = any (${ids}::uuid[]) union select '-')
    select account_id as "accountId" from worked
     union select f.former_account_id from worked join former_company f using (account_id)`)
  const worked = companies.map(({ accountId }) => accountId)
  const names = [...new Set(users.map(({ name }) => name))].filter(Boolean)
  const shared = await tx.query<{ name: string }>(sql`
    select trim(first_name || ' ' || last_name) as name from portal_user
     where account_id = any (${worked}) and not id = any (${ids}::uuid[])
       and lower(trim(first_name || ' ' || last_name)) = any (${names.map((one) => one.toLowerCase())})`)
  const others = new Set(shared.map(({ name }) => name.toLowerCase()))
  const isClear = (name: string) => name.includes(' ') && !others.has(name.toLowerCase())
  const anywhere = addresses.map(addressPattern).join('|')
  const named = names.filter(isClear).map(namePattern).join('|')
  const there = named ? String.raw`(?:${named}) \((?:${anywhere})\)|${named}|${anywhere}` : anywhere
  return {
    pattern: (isOfNoCompany) =>
      isOfNoCompany
        ? sql`${there}::text`
        : sql`case when t.account_id = any (${worked}) then ${there} else ${anywhere} end`,
    leftNames: names.filter((name) => !isClear(name)),
  }
}

const escaped = (text: string) => text.replace(/[^\p{L}\p{N} ]/gu, String.raw`\$&`)

/** The position after a line break in JSON. */
const afterBreak = String.raw`(?<=\\[nrt])`

/**
 * Matches the address, but not as part of a longer address such as that of o'neil. A quotation mark before the address
 * does not count as a part of it.
 */
const addressPattern = (address: string) =>
  String.raw`(?:${afterBreak}|(?<![\w.+-])(?<!\w[!#$%&'*^\x60{}~]))${escaped(address)}(?![\w-]|\.\w)`

/** Matches the name as plain text and as JSON writes it. */
const namePattern = (name: string) =>
  [...new Set([name, JSON.stringify(name).slice(1, -1)])]
    .map((one) => String.raw`(?:${afterBreak}|(?<!\w))${escaped(one)}(?!\w)`)
    .join('|')
