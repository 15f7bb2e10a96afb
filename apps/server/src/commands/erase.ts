import { parseArgs } from 'node:util'
import sql from 'sql-template-tag'
import { inTransaction, type Tx } from '../platform/database/database.ts'
import { commandLineName } from './command-author.ts'
import { UsageProblem, type Command } from './command.ts'
import { erasePerson, type Erased } from './erase.queries.ts'
import { findPerson } from './person.queries.ts'
import { personalData } from './personal-data.ts'
import { printable, table } from './printing.ts'
import { withDatabase } from './with-database.ts'

export const eraseCommand: Command = {
  usage: 'erase --person ADDRESS [--yes]',
  summary:
    'erase the name and the addresses of a former user; without --yes, only show what would change (connects as portal_owner)',
  async run(args) {
    const options = { person: { type: 'string' }, yes: { type: 'boolean' } } as const
    const { person, yes = false } = parseArgs({ args, options }).values
    if (person === undefined) throw new UsageProblem('Name --person ADDRESS.')
    try {
      const told = await withDatabase(
        'erase',
        (db) => inTransaction(db, (tx) => erase(tx, person, yes)),
        { role: 'owner' },
      )
      console.log(told)
    } catch (error) {
      if (!(error instanceof NotConfirmed)) throw error
      console.log(error.message)
    }
    return 0
  },
}

/** Rolls back an erasure that was only a preview. */
class NotConfirmed extends Error {}

async function erase(tx: Tx, address: string, isConfirmed: boolean): Promise<string> {
  // Erasing reads every row of every company.
  await tx.run(sql`set local statement_timeout = 0`)
  const person = await findPerson(tx, address)
  if (!person) throw new Error(`Nothing in the portal has the address ${printable(address)}.`)
  const active = person.users.find(({ isActive }) => isActive)
  if (active)
    throw new Error(
      `${printable(person.email)} is an active user of company ${active.accountId}. Remove the user first, on the page Users or with a delete record.`,
    )
  const { tables, leftNames } = await erasePerson(tx, person, commandLineName())
  const told = [
    tellTables(tables),
    ...leftNames.map(
      (name) =>
        `Texts that mention "${printable(name)}" stay: it is one word, or another user has the same name.`,
    ),
    'The books, the card provider, the sign-in provider, mailboxes, logs and backups have to erase the person themselves.',
  ]
  if (isConfirmed) return [...told, `${printable(address)} is erased.`].join('\n')
  throw new NotConfirmed([...told, 'Nothing was changed. To erase this, add --yes.'].join('\n'))
}

function tellTables(erased: readonly Erased[]): string {
  const touched = erased.filter(({ changed, deleted }) => changed + deleted > 0)
  const counts = touched.map((one) => [one.table, String(one.changed), String(one.deleted)])
  return [
    table(['table', 'changed', 'deleted'], counts),
    ...erased
      .filter(({ kept }) => kept > 0)
      .map(
        (one) =>
          `Stays: ${one.kept} of ${one.table}, which ${personalData[one.table]?.kept?.reason}.`,
      ),
  ].join('\n')
}
