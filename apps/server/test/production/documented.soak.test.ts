import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { givenOnHold, givenRefund } from '../attention/attention.ts'
import { documentedBlocks } from '../integration/documented-commands.ts'
import { signInThroughProvider } from '../session/sign-in.ts'
import { givenPayer, pay } from './people.ts'
import { startProduction } from './production.ts'

const here = 'apps/server/test/production/'
const restoreDrill = 'apps/server/test/database/restore-drill.long.test.ts'
/** The blocks that another file runs, by their beginning, with that file. */
const elsewhere = {
  'npm start': 'e2e/portal/launch-portal.ts',
  'npm test': 'tools/test.ts',
  'npm run dev': 'tools/dev.soak.test.ts',
  'CARDS_WEBHOOK_URL=': `${here}production.ts`,
  'PORTAL_ENV=development': `${here}production.ts`,
  'create role portal_owner': 'apps/server/test/integration/documented-commands.ts',
  pg_dump: restoreDrill,
  "npm run portal -- charging stop --reason 'restoring a backup'": restoreDrill,
  createdb: restoreDrill,
  'npm run portal -- migrate': restoreDrill,
  'update outbox_end': restoreDrill,
  'npm run portal -- payments reconcile': restoreDrill,
  'npm run portal -- charging start --after-restore': restoreDrill,
  'npm run portal -- charging start --continue-instance':
    'apps/server/src/commands/charging.test.ts',
  'create role portal_app_2': `${here}secrets.soak.test.ts`,
  'alter role portal_app nologin': `${here}secrets.soak.test.ts`,
}

const blocks = [...documentedBlocks('README.md'), ...documentedBlocks('docs/operations.md')]

test('every command of README and docs/operations.md works as documented', async () => {
  const production = await startProduction()
  const { run, system, given, folder } = production
  const left = new Set(blocks)
  for (const [start, file] of Object.entries(elsewhere)) {
    takeFrom(left, start)
    expect([file, existsSync(join(import.meta.portalRoot, file))]).toEqual([file, true])
  }
  const take = (start: string) => takeFrom(left, start)
  /** Runs a documented command that must succeed; returns what it printed. */
  const works = async (command: string, input?: string) => {
    const answer = await run(command, {}, input)
    expect({ command, ...answer }).toMatchObject({ code: 0 })
    return answer.out
  }

  // First start: the first super admin, who then signs in.
  await works(take('echo'))
  const maya = production.visitor()
  await signInThroughProvider(maya, { email: 'maya.okafor@example.com' })
  expect(await (await maya.fetch('/api/user/myself')).json()).toMatchObject({ role: 'SuperAdmin' })

  const payer = await givenPayer(production, '10412', 1)
  payer.invoices.set('MTS-S021', await given.invoice('10412', 'MTS-S021'))
  const paidAt = new Date().toISOString()
  expect((await pay(payer, 'MTS-S021')).status).toBe(200)
  expect(await works(take('npm run portal -- trace'))).toContain('is succeeded')
  const jq = take('jq').replace('2026-11-27T14:05', paidAt.slice(0, 'yyyy-mm-ddThh:mm'.length))
  expect(await works(jq)).toContain('invoice.payment.succeeded')

  // An invoice on hold, and refunded money, each in two places of the documents.
  const [first, second] = [
    await givenOnHold(system, '10412', 'INV-1'),
    await givenOnHold(system, '10412', 'INV-2'),
  ]
  expect(
    await works(
      take('npm run portal -- payments resolve INV-1').replace(
        /[\da-f-]{36}=90.00/,
        `${first}=100.00`,
      ),
    ),
  ).toContain('Invoice INV-1 is explained')
  await givenRefund(system, '10412', 'INV-3')
  await givenRefund(system, '10412', 'INV-4')
  const collected = await works(
    take('npm run portal -- payments collect').replace('INV-1', 'INV-3'),
  )
  expect(collected).toContain('INV-3')

  const { rows } = await system.query<{ id: string }>(
    `select id from payment_attempt where invoice_number = 'MTS-S021'`,
  )
  await works(take('npm run portal -- payments resolve').replace(/[\da-f-]{36}$/, rows[0]!.id))

  await works(take("npm run portal -- charging stop --reason 'charges in the wrong currency'"))
  await runCommands(take('npm run portal -- import data/'))
  await runInProduction(take('npm ci && npm run build'))

  const accounts = /^BANK_ACCOUNTS='(.*)'$/.exec(take('BANK_ACCOUNTS='))![1]!
  production.set({ BANK_ACCOUNTS: accounts })
  expect(await works('npm run portal -- doctor')).toMatch(/^ok {4}configuration/m)

  const admin = new pg.Client({ connectionString: production.cluster.adminUrl })
  await admin.connect()
  for (const start of [
    'select id, type',
    'select id, product_id',
    'select created_at',
    'select pid',
  ])
    await (start === 'select pid' ? admin : system).query(take(start))
  await admin.query(take('alter role portal_app set'))
  await admin.end()

  expect([...left].map(({ heading, code }) => `${heading}: ${code}`)).toEqual([])
  const containers = documentedInline().filter((command) => /^(docker|kubectl) /.test(command))
  console.log(`${containers.length} documented commands for docker and kubectl are skipped`)

  async function runCommands(lines: string) {
    const records = [{ record: 'company', accountId: 'IMPORTED', name: 'Imported' }]
    writeFileSync(join(folder, 'data.ndjson'), records.map((one) => JSON.stringify(one)).join('\n'))
    for (const line of lines.split('\n')) {
      const [command = ''] = line.split(/ +#/)
      const given = command
        .replace('data/', 'data.ndjson')
        .replace('INV-1 <payment id>=<amount>', `INV-2 ${second}=100.00`)
        .replace('collect INV-1', 'collect INV-4')
        .replace('--reason …', '--reason drill')
        .replace('--since …', `--since ${paidAt}`)
      await works(given)
      if (command.includes('charging stop'))
        await works('npm run portal -- charging start', 'yes\n')
    }
  }

  async function runInProduction(lines: string) {
    for (const line of lines.split('\n')) {
      const [command = ''] = line.split(/ +#/)
      if (/portal\.js (migrate|doctor)$/.test(command)) await works(command)
    }
  }
}, 300_000)

/** Removes the block with this beginning from the remaining ones. */
function takeFrom(left: Set<(typeof blocks)[number]>, start: string): string {
  const block = [...left].find(({ code }) => code.startsWith(start))
  if (!block) throw new Error(`No document has a block that starts with "${start}".`)
  left.delete(block)
  return block.code
}

/** The commands in the text of docs/operations.md. */
function documentedInline(): string[] {
  const text = readFileSync(join(import.meta.portalRoot, 'docs/operations.md'), 'utf8')
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, command = '']) => command)
}
