import { copyFileSync, existsSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { schemaText } from '../../../../tools/schema-text.ts'
import { invoiceRecord, takeBooks } from '../import/import-fixture.ts'
import { placeEvents, startClusterPortal } from './cluster-portal.ts'
import { asAdmin } from './database.ts'
import { startCluster } from './debian-postgres.ts'
import { documentedCommands } from '../integration/documented-commands.ts'
import { charges, givenPayer, takenFrom } from '../payments/payments.ts'
import type { Browser, TestPortal } from '../portal/portal.ts'

const [dump = ''] = documentedCommands('Backup', 'sh')
const [stopFirst, restore, stopAgain, compare, start] = documentedCommands('Restoring', 'sh')
const [raisePositions = ''] = documentedCommands('Restoring', 'sql')

const rounds = 6

const pay = (payer: Browser, invoice: string) => payer.post(`/api/invoice/${invoice}/payment`)

async function payAgain(portal: TestPortal, payer: Browser, number: string): Promise<string> {
  const invoice = await portal.given.invoice('A1', number)
  expect((await pay(payer, invoice)).statusCode).toBe(200)
  await placeEvents(portal)
  return invoice
}

/** The books send an invoice that was not in the backup. */
const sendAgain = ({ system }: TestPortal, invoiceNumber: string) => {
  const more = { invoiceCategory: 'Licenses', portalPayments: [] }
  return takeBooks(system, [invoiceRecord({ accountId: 'A1', invoiceNumber, ...more })])
}

async function idOf({ system }: TestPortal, invoiceNumber: string): Promise<string> {
  const { rows } = await system.query<{ id: string }>(
    'select id::text as id from invoice where invoice_number = $1',
    [invoiceNumber],
  )
  return rows[0]!.id
}

async function asClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  let result!: T
  await asAdmin(url, async (client) => void (result = await work(client)))
  return result
}

/** The rows of every table, as a superuser sees them. */
const contents = (url: string) =>
  asClient(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1`,
    )
    const found: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ hash: string }>(
        `select count(*) || ' ' || md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as hash from ${name} t`,
      )
      found[name] = rows[0]!.hash
    }
    return found
  })

const schemaOf = (url: string) => asClient(url, schemaText)

test('a dump restores everything, and a later payment is found before charging starts', async () => {
  const drill = await startClusterPortal(await startCluster())
  const { portal, run, urlOf } = drill
  // An event that arrives during the dump would be in only one of both.
  await portal.sandbox.control('/webhooks', { drop: true })
  const payer = await givenPayer(portal, 'A1')
  await payAgain(portal, payer, 'BEFORE')
  // A restore writes the lines of closed days, which no role may write.
  await portal.system.query(`update company set known_since = '2020-01-01'`)
  await portal.system.query('update portal_instance set closed_through = current_date')
  const backedUpAt = new Date().toISOString()
  expect(await run(dump)).toMatchObject({ code: 0, err: '' })
  expect(existsSync(join(drill.folder, 'portal.dump.part'))).toBe(false)
  const before = await contents(urlOf('postgres'))
  const schema = await schemaOf(urlOf('portal_owner'))
  await payAgain(portal, payer, 'AFTER')

  expect(await run(stopFirst!)).toMatchObject({ code: 0, err: '' })
  const restored = { RESTORED_DATABASE_URL: urlOf('postgres', 'portal_restored') }
  expect(await run(restore!, restored)).toMatchObject({ code: 0, err: '' })
  expect(await contents(urlOf('postgres', 'portal_restored'))).toEqual(before)
  expect(await schemaOf(urlOf('portal_owner', 'portal_restored'))).toBe(schema)
  await drill.useRestored()

  const looked = await run(stopAgain!)
  expect(looked.out.match(/^FAIL.*/gm)).toEqual([
    expect.stringMatching(/^FAIL {2}charging: Charging is stopped/),
  ])
  expect((await run('npm run portal -- history verify A1')).code).toBe(0)
  await portal.system.query(raisePositions)
  const compared = await run(compare!, { BACKED_UP_AT: backedUpAt })
  expect(compared.out.match(/.*not known here.*/g)).toEqual([
    expect.stringMatching(/\$100\.00 succeeded at the provider, not known here: company A1/),
  ])
  await placeEvents(portal)
  expect((await run('npm run portal -- doctor')).out.match(/^FAIL {2}[\w ]+/gm)).toEqual([
    'FAIL  charging',
    'FAIL  automatic charging',
    'FAIL  unknown payments',
  ])

  const signedIn = await portal.signIn('payer@a1.example')
  const next = await portal.given.invoice('A1', 'NEXT')
  expect((await pay(signedIn, next)).statusCode).toBe(503)
  expect((await run(start!, {}, 'no\n')).code).toBe(1)
  expect((await pay(signedIn, next)).statusCode).toBe(503)
  await sendAgain(portal, 'AFTER')
  expect((await run(start!, {}, 'yes\n')).code).toBe(0)
  expect((await pay(signedIn, next)).statusCode).toBe(200)
  expect((await pay(signedIn, await idOf(portal, 'AFTER'))).statusCode).toBe(409)
  expect(await takenFrom(portal, 'A1')).toEqual([10_000, 10_000, 10_000])
  await placeEvents(portal)
  expect((await run('npm run portal -- doctor')).out).not.toContain('FAIL')
}, 300_000)

test('a failed or truncated dump is never named portal.dump', async () => {
  const { portal, run, urlOf, folder } = await startClusterPortal(await startCluster())
  await givenPayer(portal, 'A1')
  const file = join(folder, 'portal.dump')
  for (const role of ['portal_owner', 'portal_app', 'portal_system']) {
    const refused = await run(dump, { BACKUP_DATABASE_URL: urlOf(role) })
    expect([refused.code === 0, existsSync(file)]).toEqual([false, false])
  }
  expect((await run(dump)).code).toBe(0)
  // Runs the check after the dump on a truncated dump.
  copyFileSync(file, `${file}.part`)
  truncateSync(`${file}.part`, statSync(file).size - 2000)
  const check = dump.slice(
    dump.indexOf('pg_restore'),
    dump.indexOf('&&', dump.indexOf('pg_restore')),
  )
  expect((await run(check)).code).not.toBe(0)
}, 300_000)

test('crashes of the database lose no acknowledged commit', async () => {
  const cluster = await startCluster()
  const { portal } = await startClusterPortal(cluster)
  const payer = await givenPayer(portal, 'A1')
  const acknowledged: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const invoices: string[] = []
    for (let nth = 0; nth < 12; nth += 1)
      invoices.push(await portal.given.invoice('A1', `C-${round}-${nth}`))
    let isCrashing = false
    await Promise.all(
      invoices.map(async (invoice, nth) => {
        await sleep(nth * 30)
        if ((await pay(payer, invoice)).statusCode !== 200) return
        acknowledged.push(invoice)
        // Includes a commit that was acknowledged this moment.
        if (acknowledged.length < round * 4 + 4 || isCrashing) return
        isCrashing = true
        await cluster.kill()
      }),
    )
    await cluster.start()
  }
  const { rows } = await portal.system.query<{ id: string; invoice: string; state: string }>(
    `select id, invoice_id::text as invoice, state from payment_attempt`,
  )
  const states = new Map(rows.map(({ invoice, state }) => [invoice, state]))
  expect(acknowledged.length).toBeGreaterThanOrEqual(rounds * 4)
  expect(acknowledged.length).toBeLessThan(rounds * 12)
  expect(acknowledged.filter((id) => states.get(id) !== 'succeeded')).toEqual([])
  // All charges are known here, so that the reconciler can end them.
  const charged = (await charges(portal)).map(({ metadata }) => metadata)
  const known = new Set(rows.map(({ id }) => id))
  expect(charged.filter(({ attempt }) => !known.has(attempt!))).toEqual([])
  expect(new Set(charged.map(({ invoice }) => invoice)).size).toBe(charged.length)
}, 300_000)
