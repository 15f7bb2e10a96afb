import sql from 'sql-template-tag'
import { email } from '../import/values.ts'
import { inTransaction, type Tx } from '../platform/database/database.ts'
import { recordHistory, signChanges, systemAuthor } from '../platform/history/history.ts'
import { readArgs, UsageProblem, type Command } from './command.ts'
import { withDatabase } from './with-database.ts'

export const superAdminCommand: Command = {
  usage: 'super-admin add <email> --company <accountId> [--first-name …] [--last-name …]',
  summary: "make a user of the provider's company a super admin, creating the user if needed",
  async run(args) {
    const { values, positionals } = readArgs(args, {
      company: { type: 'string' },
      'first-name': { type: 'string' },
      'last-name': { type: 'string' },
    })
    const [action, address, ...more] = positionals
    if (action !== 'add' || !address || more.length > 0)
      throw new UsageProblem('Name the email address: add EMAIL.')
    if (email.read(address, undefined) !== address)
      throw new UsageProblem(`${address} is not an email address.`)
    if (!values.company)
      throw new UsageProblem("--company is required, with the provider's company.")
    const person: Person = {
      email: address,
      accountId: values.company,
      firstName: values['first-name'] ?? '',
      lastName: values['last-name'] ?? '',
    }
    const problem = await withDatabase('super-admin', (db) =>
      inTransaction(db, (tx) => addSuperAdmin(tx, person)),
    )
    const hint = `${address} is a super admin. If they have a new account: portal sign-in rebind --person ${address}`
    console.log(problem ?? hint)
    return problem ? 1 : 0
  },
}

interface Person {
  email: string
  accountId: string
  firstName: string
  lastName: string
}

/** Makes the person a super admin and creates the user if needed. Returns the reason if this is impossible. */
async function addSuperAdmin(tx: Tx, person: Person): Promise<string | undefined> {
  const { accountId, firstName, lastName } = person
  const company = await tx.one(sql`select name from company where account_id = ${accountId}`)
  if (!company) return `There is no company ${accountId}.`
  const known = await tx.one<{ accountId: string; id: string }>(sql`
    select d.account_id as "accountId", d.user_id as id
      from sign_in_directory d
     where d.email_key = address_key(${person.email})`)
  if (known && known.accountId !== accountId)
    return `${person.email} belongs to another company, ${known.accountId}.`
  await signChanges(tx, 'the command line')
  // The change has a time, so that an import of older records does not undo it.
  if (known)
    await tx.run(sql`
      update portal_user u set role = 'SuperAdmin', access_changed_at = now()
       where u.account_id = ${accountId} and u.id = ${known.id}`)
  else
    await tx.run(sql`
      insert into portal_user (account_id, email, first_name, last_name, role, access_changed_at)
      values (${accountId}, ${person.email}, ${firstName}, ${lastName}, 'SuperAdmin', now())`)
  await recordHistory(tx, systemAuthor(accountId, 'Command line'), {
    category: 'Account',
    entryType: 'Super Admin',
    description: `${person.email} was made a super admin`,
  })
  return undefined
}
