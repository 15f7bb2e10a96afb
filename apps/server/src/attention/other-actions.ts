import { isDeepStrictEqual } from 'node:util'
import sql from 'sql-template-tag'
import type { BankAccount } from '@portal/domain/invoices/bank-transfer.schema'
import type { RecordedAccount } from '../invoices/bank-accounts.queries.ts'
import { lastSigns, validAccount } from '../invoices/bank-transfer.ts'
import { queryOne, type Tx } from '../platform/database/database.ts'
import { notFound, Refusal } from '../platform/http/refusal.ts'
import {
  accountOf,
  companyOf,
  idOf,
  requireNoCompany,
  type Done,
  type Resolving,
} from './resolving.ts'

export async function closePurchase(
  tx: Tx,
  { item, sessionHash }: Resolving,
  outcome: 'paid' | 'expired',
): Promise<Done | undefined> {
  requireNoCompany(item)
  const closed = await queryOne<{ isDone: boolean }>(
    tx,
    sql`select close_reviewed_purchase(${sessionHash}, ${idOf(item)}, ${outcome}) as "isDone"`,
  )
  if (!closed?.isDone) return undefined
  const what = outcome === 'paid' ? 'handed out' : 'refunded'
  return {
    message: `The purchase is marked as ${what}.`,
    history: {
      category: 'Account',
      entryType: 'Purchase',
      description: `Marked the accreditation purchase ${item.id} as ${what}`,
    },
  }
}

export async function describeRetry(tx: Tx, { item }: Resolving): Promise<Done> {
  const event = await tx.one<{
    subject: string
    outcome: string | null
    problem: string | null
  }>(sql`
    select type || ' of ' || object_id as subject, outcome, problem from provider_event where id = ${item.id}`)
  if (!event) throw notFound()
  if (event.outcome === null)
    throw new Refusal(
      409,
      `It could not be processed: ${event.problem} It is retried every 10 minutes.`,
    )
  return {
    message: `${event.subject} was processed.`,
    history: {
      category: 'Account',
      entryType: 'Provider Event',
      description: `Retried the event ${item.id} (${event.subject}): ${event.outcome}`,
    },
  }
}

export async function setAside(tx: Tx, { item }: Resolving): Promise<Done | undefined> {
  requireNoCompany(item)
  const event = await tx.one<{ subject: string }>(sql`
    update provider_event set outcome = 'set aside', event = null, next_try_at = null, problem = null
     where id = ${item.id} and outcome is null
 returning type || ' of ' || object_id as subject`)
  if (!event) return undefined
  return {
    message: `${event.subject} is set aside.`,
    history: {
      category: 'Account',
      entryType: 'Provider Event',
      description: `Set the event ${item.id} (${event.subject}) aside`,
    },
  }
}

const isRefused = sql`sent_at is null and tries >= 20 and given_up_at is null`

export async function sendAgain(tx: Tx, { item }: Resolving): Promise<Done | undefined> {
  const mail = await tx.one<{ subject: string; recipient: string }>(sql`
    update mail set tries = 0, next_try_at = now()
     where account_id = ${accountOf(item)} and id = ${idOf(item)} and ${isRefused}
 returning subject, recipient`)
  if (!mail) return undefined
  return {
    message: `The email to ${mail.recipient} will be sent again.`,
    history: {
      category: 'Account',
      entryType: 'Email',
      description: `Resent the refused email "${mail.subject}" to ${mail.recipient}`,
    },
  }
}

export async function stopMail(tx: Tx, { item }: Resolving): Promise<Done | undefined> {
  const mail = await tx.one<{ subject: string; recipient: string }>(sql`
    update mail set given_up_at = now()
     where account_id = ${accountOf(item)} and id = ${idOf(item)} and ${isRefused}
 returning subject, recipient`)
  if (!mail) return undefined
  return {
    message: `The email to ${mail.recipient} will not be sent again.`,
    history: {
      category: 'Account',
      entryType: 'Email',
      description: `Stopped sending the refused email "${mail.subject}" to ${mail.recipient}`,
    },
  }
}

export async function noteImport(
  tx: Tx,
  { item, sessionHash }: Resolving,
): Promise<Done | undefined> {
  requireNoCompany(item)
  const noted = await queryOne<{ isDone: boolean }>(
    tx,
    sql`select note_rejected_import(${sessionHash}, ${idOf(item)}) as "isDone"`,
  )
  if (!noted?.isDone) return undefined
  return {
    message: 'The import is marked as handled.',
    history: {
      category: 'Account',
      entryType: 'Import',
      description: `Marked the rejected import ${item.id} as handled`,
    },
  }
}

/** Confirms that a state is intended. The stored resolution removes the item from its list. */
export async function confirmIntended(tx: Tx, { item }: Resolving): Promise<Done | undefined> {
  const category = await tx.one<{ name: string }>(sql`
    select c.name from unread_category n join invoice_category c using (invoice_category_id)
     where n.account_id = ${companyOf(item)} and n.invoice_category_id::text = ${item.id}
       and not exists (select from attention_resolution r
                        where r.account_id = n.account_id and r.list = 'unreadCategories' and r.item_id = ${item.id})`)
  if (!category) return undefined
  return {
    message: `The category ${category.name} is marked as intended.`,
    history: {
      category: 'Account',
      entryType: 'Import',
      description: `Confirmed that no user sees invoices of the category ${category.name}`,
    },
  }
}

export async function confirmBankAccount(
  tx: Tx,
  { item, sessionHash, config }: Resolving,
): Promise<Done | undefined> {
  requireNoCompany(item)
  const change = await tx.one<
    Pick<RecordedAccount, 'confirmed' | 'first'> & { key: string; stored: BankAccount | null }
  >(
    sql`select key, stored, confirmed, first from confirm_bank_details(${sessionHash}, ${idOf(item)})`,
  )
  if (!change) return undefined
  const { key, stored } = change
  const valid = validAccount(config, key, change)
  if (!isDeepStrictEqual(item.shown?.bankAccounts, { valid, stored }))
    throw new Refusal(
      409,
      'The bank details have changed since you saw them. Nothing was confirmed. Please check them and confirm them again.',
    )
  const named = (one: BankAccount | null) =>
    one ? `the account ending in ${lastSigns(one)}` : 'none'
  const isSame = isDeepStrictEqual(valid, stored)
  const ends = isSame ? named(stored) : `${named(stored)}, formerly ${named(valid)}`
  return {
    message: `The bank details of ${key} are confirmed: ${ends}.`,
    history: {
      category: 'Account',
      entryType: 'Bank Details',
      description: `Confirmed a change of the bank details of ${key} (${item.id}): ${ends}`,
    },
  }
}
