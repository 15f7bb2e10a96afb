import { isNamed, type Company } from './company.ts'
import type { Sent } from './ledger.ts'
import type { World } from './world.ts'

export type How = 'fresh' | 'stale' | 'future'

/** Sends an invoice from the books: its present record, an old file, or a record an hour in the future. */
export async function sendRecord(
  world: World,
  company: Company,
  nth: number,
  how: How,
): Promise<void> {
  const files = company.files[nth]!
  if (how === 'stale') {
    // Without a time, an old file cannot be recognized.
    const old = company.sequence.books === 'undated' ? undefined : files.at(-2)
    if (old) await world.import(old)
    return
  }
  const sent = company.ledger.record(nth)
  const file = fileOf(world, company, nth, sent, how)
  const isTaken = await world.import(file)
  if (how === 'future') {
    if (isTaken) company.harms.push('a record from the future was taken')
    return
  }
  if (!isTaken) company.harms.push('a truthful record was not taken')
  const before = company.sent[nth]
  if (!before || before.amount !== sent.amount || before.balance !== sent.balance)
    company.resolved[nth] = undefined
  company.sent[nth] = sent
  files.push(file)
}

function fileOf(world: World, company: Company, nth: number, sent: Sent, how: How): object {
  const { accountId, numbers, collectAt, sequence } = company
  company.extracts += 1
  // Before the steps of this day, each a moment after the last.
  const instant = world.now().getTime() - 600_000 + company.extracts * 10
  const asOf = new Date(how === 'future' ? instant + 4_200_000 : instant).toISOString()
  const collect = collectAt[nth]?.toISOString()
  return {
    record: 'invoice',
    invoiceNumber: numbers[nth],
    accountId,
    date: '2026-10-01',
    dueDate: '2026-10-31',
    amount: sent.amount / 100,
    balanceDue: sent.balance / 100,
    currencyIsoCode: 'USD',
    invoiceType: 'License',
    invoiceCategory: 'Licenses',
    lineItems: [],
    ...((sequence.books !== 'undated' || how === 'future') && { asOf }),
    ...(collect && { collect }),
    ...(isNamed(company) && {
      portalPayments: [...sent.contained].map(([id, cents]) => ({ id, amount: cents / 100 })),
    }),
  }
}
