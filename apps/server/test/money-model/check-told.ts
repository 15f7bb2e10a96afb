import { harm, succeeded, type Company } from './company.ts'
import type { World } from './world.ts'

/** Each payment that succeeded is told once: by a receipt of its own, or as a paid line of its batch's mail. */
export async function checkTold({ portal }: World, company: Company): Promise<void> {
  const { accountId, numbers } = company
  const { rows: mails } = await portal.system.query<{ about: string; text: string }>(
    `select distinct about, text_body as text from mail where account_id = $1`,
    [accountId],
  )
  const { rows: attempts } = await portal.system.query<{ id: string; batch: string | null }>(
    'select id, batch_id as batch from payment_attempt where account_id = $1',
    [accountId],
  )
  const batches = new Map(attempts.map(({ id, batch }) => [id, batch]))
  for (const { id, invoice } of succeeded(company)) {
    const told = mails.filter(
      ({ about, text }) =>
        about === `receipt ${id}` ||
        (about === `batch ${batches.get(id)}` && paidPart(text).includes(`${numbers[invoice]}: $`)),
    )
    if (told.length !== 1) harm(company, `payment ${id} was told ${told.length} times`)
  }
}

const paidPart = (text: string) =>
  text.includes('We received') ? text.split(/Still being confirmed|Not paid/)[0]! : ''
