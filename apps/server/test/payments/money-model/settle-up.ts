import {
  harm,
  isNamed,
  momentOf,
  paidThere,
  succeeded,
  trulyOwed,
  type Company,
} from './company.ts'
import { readProvider } from './read-provider.ts'
import { pay } from './pay.ts'
import { sendRecord } from './send-record.ts'
import { changeCard } from './take-step.ts'
import { resolve } from './work.ts'
import type { World } from './world.ts'

const limitCents = 5_000_000

/** The books catch up; then exactly the truly unpaid amounts can be paid. */
export async function settleUp(world: World, company: Company): Promise<void> {
  company.trail.push('the books catch up')
  // A card that was never removed.
  await changeCard(world, company, 'jcb')
  company.ledger.catchUp(paidThere(company))
  await Promise.all([0, 1].map((nth) => sendRecord(world, company, nth, 'fresh')))
  if (!isNamed(company)) for (const nth of [0, 1]) await resolve(world, company, nth)
  for (const nth of [0, 1]) {
    const before = momentOf(company)
    const due = trulyOwed(company.sent, nth, ownOf(company, nth))
    const charged = succeeded(company).length
    await pay(company, nth)
    await readProvider(world, company, before)
    const paid = succeeded(company).slice(charged)
    const cents = paid.reduce((total, one) => total + one.cents, 0)
    const isPayable = due >= 50 && due <= limitCents
    if (cents !== (isPayable ? due : 0))
      harm(company, `in the end ${due} is due for invoice ${nth}, and ${cents} can be paid`)
  }
}

const ownOf = (company: Company, nth: number) =>
  paidThere(company).filter(({ invoice }) => invoice === nth)
