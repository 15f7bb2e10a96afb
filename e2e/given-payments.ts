import type pg from 'pg'
import { givenOnHold } from '../apps/server/test/attention/attention.ts'
import { writeLostDispute, writePayment, writeRefund } from '../apps/server/test/portal/books.ts'
import { Given } from '../apps/server/test/portal/given.ts'

const person = (firstName: string) => ({
  email: `${firstName.toLowerCase()}@sanderling.example`,
  firstName,
  lastName: 'Test',
})

/** Has a payment of each status. No record can import payments, so they are written into the database. */
export const sanderling = {
  accountId: '20070',
  name: 'Sanderling Markets',
  sue: person('Sue'),
  ned: person('Ned'),
}
export const longReason =
  'Your card was declined. The bank says that there is not enough money on the account of this card.'

export async function givenPayments(database: pg.Client): Promise<void> {
  const given = new Given(database as unknown as pg.Pool)
  const { accountId, name, sue, ned } = sanderling
  await given.company(accountId, name)
  for (const { email } of [sue, ned])
    await given.user(email, accountId, ['AccessInvoices', 'PayInvoices'], ['License'])
  const paid = async (number: string, isPosted: boolean) => {
    const balance = isPosted ? 0 : 10_000
    await given.invoice(accountId, number, { category: 'License', amount: 10_000, balance })
    return writePayment(database, number, 10_000, isPosted)
  }
  await paid('SL-POSTING', false)
  await writeRefund(database, await paid('SL-PART', true), 2500)
  await writeRefund(database, await paid('SL-BACK', true), 10_000)
  await writeLostDispute(database, await paid('SL-LOST', true), 10_000)
  await givenOnHold(database, accountId, 'SL-HOLD', 'License')
  const declined = await paid('SL-NO', false)
  await database.query(
    `update payment_attempt set state = 'failed', failure_code = 'card_declined', failure_message = $2 where id = $1`,
    [declined, longReason],
  )
  // Due much later, on any day of the test: an invoice that is due soon shows it.
  await database.query(`update invoice set due_date = current_date + 30 where account_id = $1`, [
    accountId,
  ])
}
