import type { Database } from '../platform/database/database.ts'
import { stripeCards } from '../providers/cards/stripe-cards.ts'
import { readArgs, UsageProblem, type Command } from './command.ts'
import { commandConfig } from './command-settings.ts'
import { reasonOf } from './failure.ts'
import { printable } from './printing.ts'
import { findThings, lifeOf, type Thing } from './trace.queries.ts'
import { withDatabase } from './with-database.ts'

export const traceCommand: Command = {
  usage: 'trace ID [--company ACCOUNT]',
  summary:
    'print the life of an invoice, a payment, a batch, an order, a mail or an upload, or what a request began: from the database and the card provider, and what to search for in the logs',
  async run(args) {
    const { values, positionals } = readArgs(args, { company: { type: 'string' } })
    const [id, ...more] = positionals
    if (!id || more.length > 0)
      throw new UsageProblem(
        'Name one id: of a payment (also that of the card provider), batch, order (P-79), mail, upload or request, or the number of an invoice.',
      )
    return withDatabase('trace', async (db) => {
      // Some of the ids have no index.
      await db.query('set statement_timeout = 0')
      const things = await findThings(db, id, values.company)
      if (things.length === 0) {
        console.error(`Nothing in the database has the id ${printable(id)}.`)
        return 1
      }
      for (const thing of things) await print(db, thing)
      return 0
    })
  },
}

async function print(db: Database, thing: Thing): Promise<void> {
  console.log(printable(`${thing.title}, company ${thing.accountId ?? '-'}`))
  const life = await lifeOf(db, thing)
  for (const { at, source, text } of life)
    console.log(printable(`  ${at.toISOString()}  ${source.padEnd(13)}  ${text}`))
  if (thing.intentId) console.log(printable(`  ${await atProvider(thing.intentId)}`))
  const searches = Object.entries(thing.inLogs).map(([name, value]) => `${name} ${value}`)
  console.log(printable(`  In the logs: ${searches.join(', ')}`))
  console.log('')
}

/** Returns what the card provider reports now, or why this is not known. */
async function atProvider(intentId: string): Promise<string> {
  try {
    const intent = await stripeCards(commandConfig()).findIntent(intentId)
    if (!intent) return `Now at the card provider: ${intentId} does not exist`
    const reason = intent.decline ? ` (${intent.decline.code})` : ''
    return `Now at the card provider: ${intentId} is ${intent.status}${reason}`
  } catch (error) {
    return `Now at the card provider: not known, ${reasonOf(error)}`
  }
}
