import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { companies } from '../apps/sandbox/src/cast.ts'
import type { Config } from '../apps/server/src/config.ts'
import { importRecords } from '../apps/server/src/import/import-records.ts'
import { recordSource } from '../apps/server/src/import/sources.ts'
import {
  openDatabase,
  withAccount,
  type Database,
} from '../apps/server/src/platform/database/database.ts'
import { readInstanceId } from '../apps/server/src/platform/database/instance.ts'
import {
  makeDefault,
  putCard,
  saveCustomer,
} from '../apps/server/src/payments/cards/cards.queries.ts'
import { stripeCards } from '../apps/server/src/providers/cards/stripe-cards.ts'
import { demoCards } from './demo/demo-cards.ts'
import { demoInvite } from './demo/demo-invite.ts'
import { demoRecords } from './demo/demo-records.ts'
import type { DatabaseUrls } from './prepare-database.ts'

/** Loads the demo data on the first start: records through the import, cards through the card provider. */
export async function seedDemo(
  urls: DatabaseUrls,
  config: Config,
  log: (line: string) => void,
): Promise<void> {
  const db = openDatabase({ connectionString: urls.system, name: 'portal demo', size: 2 })
  try {
    const { rowCount } = await db.query('select from company limit 1')
    if (rowCount) return
    log('Loading the demo data …')
    const today = new Date().toISOString().slice(0, 10)
    const report = await importRecords(db, [recordSource('demo', demoRecords(today))])
    if (report.outcome !== 'loaded')
      throw new Error(`the demo data was rejected: ${JSON.stringify(report.firstRejects[0])}`)
    await insertInvite(db)
    await saveDemoCards(db, config)
  } finally {
    await db.end()
  }
}

async function saveDemoCards(db: Database, config: Config): Promise<void> {
  const cards = stripeCards(config)
  const instance = await readInstanceId(db)
  for (const { accountId, paymentMethod, isDefault } of demoCards()) {
    const name = companies.find((company) => company.accountId === accountId)?.name ?? accountId
    const customer = await cards.findOrCreateCustomer(instance, accountId, name)
    const saved = await cards.saveCard(
      customer,
      paymentMethod,
      `demo:${accountId}:${paymentMethod}`,
    )
    if (!('card' in saved)) throw new Error(`${paymentMethod} requires authentication`)
    await withAccount(db, accountId, async (tx) => {
      await saveCustomer(tx, accountId, customer)
      const { card } = await putCard(tx, accountId, saved.card, true)
      if (isDefault) await makeDefault(tx, accountId, card.id)
    })
  }
}

async function insertInvite(db: Database): Promise<void> {
  const { accountId, email, permissions, invoiceCategories, invitedBy } = demoInvite
  const code = randomBytes(32).toString('base64url')
  await db.query(sql`
    insert into invite (account_id, invited_by_account, email, invite_code, permissions, invoice_category_ids,
                        invited_by, expires_at)
    select ${accountId}, ${accountId}, ${email}, ${code}, ${permissions},
           array(select invoice_category_id from invoice_category where name = any (${invoiceCategories})),
           (select id from portal_user where account_id = ${accountId} and address_key(email) = ${invitedBy}),
           now() + interval '14 days'`)
}
