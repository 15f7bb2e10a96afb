import { endings } from '../../../src/payments/charge/attempt.ts'
import sql from 'sql-template-tag'
import { queuedMails } from '../../portal/mails.ts'
import { harm, type Company } from './company.ts'
import type { World } from './world.ts'

interface Attempt {
  id: string
  batch: string | null
  number: string
  state: 'succeeded' | 'failed'
  code: string | null
  isAdopted: boolean
  /** A mail goes to the company once no more payments were found for a while. */
  isFound: boolean
}

interface Mail {
  about: string
  text: string
}

/**
 * Checks that each end of a payment is mailed once: separately, or as a line of its batch's mail. A
 * second mail reports payments that the batch's mail left open. No other mail mentions them.
 */
export async function checkMails(
  { portal }: World,
  company: Company,
  isSpoiled: boolean,
): Promise<void> {
  const { accountId } = company
  const query = <T extends object>(text: string) =>
    portal.system.query<T>(text, [accountId]).then(({ rows }) => rows)
  const mails = await queuedMails(portal, sql`account_id = ${accountId}`)
  const attempts = await query<Attempt>(
    `select id, batch_id as batch, invoice_number as number, state, failure_code as code,
            is_adopted as "isAdopted",
            exists (select from unknown_intent u where u.account_id = p.account_id and u.attempt_id = p.id) as "isFound"
       from payment_attempt p where account_id = $1 order by created_at`,
  )
  // A restore loses mails too; payments found afterwards are in a summary.
  for (const attempt of attempts.filter(({ isFound }) => isFound || !isSpoiled)) {
    const found = ways.filter((way) => mails.some((mail) => isMailOf[way](mail, attempt)))
    const expected = expectedWays(attempt, attempts, mails)
    // The payment may have a mail from before the restore.
    if (isSpoiled && expected.every((way) => found.includes(way))) continue
    if (String(found) !== String(expected))
      harm(
        company,
        `payment ${attempt.id} (${attempt.state}, ${attempt.code}) was mailed by ${found.join(', ') || 'nothing'} instead of ${expected.join(', ') || 'nothing'}`,
      )
  }
  const refunds = await query<{ id: string }>(
    `select id from payment_refund where account_id = $1 and state = 'succeeded'`,
  )
  for (const { id } of refunds)
    if (!mails.some(({ about }) => about === `refund ${id} succeeded`))
      harm(company, `refund ${id} was not mailed`)
}

const ways = [
  'receipt',
  'failure',
  'summary',
  'paid line',
  'unresolved line',
  'failed line',
] as const
type Way = (typeof ways)[number]

const isMailOf: Record<Way, (mail: Mail, attempt: Attempt) => boolean> = {
  receipt: ({ about }, { id }) => about === `receipt ${id}`,
  failure: ({ about }, { id }) => about === `failure ${id}`,
  summary: ({ about, text }, { id }) => about.startsWith('adopted ') && text.includes(id),
  'paid line': (mail, attempt) => isLineOf('We received', mail, attempt),
  'unresolved line': (mail, attempt) => isLineOf('Still being confirmed', mail, attempt),
  'failed line': (mail, attempt) =>
    isLineOf('Not paid', mail, attempt) || isLineOf('Not tried', mail, attempt),
}

/** The mail of a batch names the invoice after this heading. */
function isLineOf(heading: string, { about, text }: Mail, { batch, number }: Attempt): boolean {
  if (batch === null || about !== `batch ${batch}`) return false
  const part = text
    .split(/(?=We received|Still being confirmed|Not paid|Not tried)/)
    .find((one) => one.startsWith(heading))
  return part?.includes(`\n${number}: `) ?? false
}

function expectedWays(
  attempt: Attempt,
  attempts: readonly Attempt[],
  mails: readonly Mail[],
): Way[] {
  const { state, batch, number, code, isAdopted, isFound } = attempt
  const alone: Way[] = state === 'succeeded' ? ['receipt'] : ['failure']
  if (isAdopted) return state === 'succeeded' && isFound ? ['summary'] : []
  if (batch === null) return code === endings.replaced.code ? [] : alone
  const last = attempts.filter((one) => one.batch === batch && one.number === number).at(-1)
  // The invoice was opened once more, and the batch's mail has the later outcome.
  if (last !== attempt) return [lineOf(last!, mails)]
  const line = lineOf(attempt, mails)
  return line === 'unresolved line' ? [...alone, line] : [line]
}

const lineOf = (attempt: Attempt, mails: readonly Mail[]): Way =>
  mails.some((mail) => isLineOf('Still being confirmed', mail, attempt))
    ? 'unresolved line'
    : attempt.state === 'succeeded'
      ? 'paid line'
      : 'failed line'
