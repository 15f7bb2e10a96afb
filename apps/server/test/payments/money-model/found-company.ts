import { givenPayer } from '../payments.ts'
import { Ledger } from './ledger.ts'
import type { Company } from './company.ts'
import { sendRecord } from './send-record.ts'
import type { Sequence } from './steps.ts'
import type { World } from './world.ts'

let count = 0

/** Creates a company with a payer, a working card and two open invoices. */
export async function foundCompany(world: World, sequence: Sequence): Promise<Company> {
  const { portal } = world
  const accountId = `Q${(count += 1)}`
  const payer = await givenPayer(portal, accountId)
  const { rows } = await portal.system.query<{ customer: string; card: string }>(
    `select customer_id as customer, c.id as card
       from provider_customer p join card c using (account_id) where p.account_id = $1`,
    [accountId],
  )
  const company: Company = {
    accountId,
    sequence,
    payer,
    customer: rows[0]!.customer,
    ids: [],
    numbers: [`${accountId}-A`, `${accountId}-B`],
    ledger: new Ledger(),
    sent: [],
    files: [[], []],
    resolved: [undefined, undefined],
    collectAt: [undefined, undefined],
    payments: new Map(),
    cards: new Map([['visa', rows[0]!.card]]),
    batches: new Set(),
    noticed: new Set(),
    isAskedAgain: false,
    isTakenOver: false,
    isBusy: false,
    extracts: 0,
    taken: new Set(),
    trail: [],
    harms: [],
  }
  await Promise.all([0, 1].map((nth) => sendRecord(world, company, nth, 'fresh')))
  const found = await portal.system.query<{ id: string }>(
    `select id::text from invoice where account_id = $1 order by invoice_number`,
    [accountId],
  )
  company.ids = found.rows.map(({ id }) => id)
  if (sequence.isEnrolled) await payer.post('/api/payment/autopay/enable')
  return company
}
