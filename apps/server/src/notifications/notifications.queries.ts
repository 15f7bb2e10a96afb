import sql, { type Sql } from 'sql-template-tag'
import {
  canGet,
  optionalKindNames,
  type MailReader,
  type OptionalKind,
} from '@portal/domain/notifications/mail-kinds'
import type {
  LinkedChoice,
  MailChoice,
  MailChoices,
  MailLink,
} from '@portal/domain/notifications/notifications.schema'
import type { Tx } from '../platform/database/database.ts'
import type { Scope } from '../platform/database/scope.ts'

/** Returns the kinds of emails of the company that the user may get, including those turned off. */
export async function findChoices(tx: Tx, scope: Scope): Promise<MailChoices> {
  const { accountId, actor } = scope
  const found = await tx.one<Chosen & Omit<MailReader, 'permissions'>>(sql`
    select coalesce(a.kinds_off, '{}') as off, coalesce(a.attaches_invoices, false) as "attachesInvoices",
           exists (select from external_recipient
                    where account_id = ${accountId} and email = address_key(${actor.email})) as "isRecipient",
           exists (select from equipment_request
                    where account_id = ${accountId}
                      and address_key(ordered_by_email) = address_key(${actor.email})) as "hasEquipment",
           exists (select from invoice_question
                    where account_id = ${accountId} and actor_id = ${actor.userId}) as "hasAsked"
      from (select) person
      left join mail_address a on a.account_id = ${accountId} and a.email = address_key(${actor.email})`)
  const { off, attachesInvoices, ...facts } = found!
  const reader: MailReader = { ...facts, permissions: permissionsForMails(scope) }
  return {
    email: actor.email,
    choices: optionalKindNames
      .map((kind): MailChoice => ({ kind, isOn: !off.includes(kind) }))
      .filter(({ kind, isOn }) => !isOn || canGet(kind, reader)),
    attachesInvoices,
  }
}

interface Chosen {
  off: string[]
  attachesInvoices: boolean
}

/** Only users of a company get its emails. A super admin who acts for the company gets emails about their own orders. */
function permissionsForMails({ accountId, actor }: Scope): MailReader['permissions'] {
  const own = actor.accountId === accountId ? actor.permissions : []
  return actor.role === 'SuperAdmin' ? [...own, 'AccessLicenses'] : own
}

/** Turns a kind of emails on or off for one address. A repeat changes nothing. */
export async function choose(
  tx: Tx,
  accountId: string,
  email: string,
  { kind, isOn }: MailChoice,
): Promise<void> {
  await tx.run(sql`
    insert into mail_address (account_id, email, kinds_off)
    values (${accountId}, address_key(${email}), ${isOn ? [] : [kind]}::text[])
        on conflict (account_id, email) do update
       set kinds_off = array_remove(mail_address.kinds_off, ${kind}) || excluded.kinds_off`)
}

/** Turns the PDFs of new invoices on or off for one address. A repeat changes nothing. */
export async function chooseAttachments(
  tx: Tx,
  accountId: string,
  email: string,
  attachesInvoices: boolean,
): Promise<void> {
  await tx.run(sql`
    insert into mail_address (account_id, email, attaches_invoices)
    values (${accountId}, address_key(${email}), ${attachesInvoices})
        on conflict (account_id, email) do update set attaches_invoices = excluded.attaches_invoices`)
}

/** Whether the key of a link for a purpose belongs to the row `a` of mail_address, or to the same address in a merged company. */
export const isLinkKey = (key: string, purpose: string): Sql =>
  sql`${key} in (select mail_link_key(one, ${purpose}) from unnest(a.key || a.merged_keys) one)`

/** Returns what a link refers to; undefined unless its key belongs to a recipient of the company. */
export function findLinked(
  tx: Tx,
  { accountId, key, kind }: MailLink,
): Promise<(LinkedChoice & { kind: OptionalKind }) | undefined> {
  return tx.one(sql`
    select a.email, c.name as "companyName", ${kind}::text as kind, ${kind} <> all (a.kinds_off) as "isOn"
      from mail_address a join company c using (account_id)
     where a.account_id = ${accountId}
       and (${isLinkKey(key, kind)}
            or ${key} = any (a.key || a.merged_keys) and a.former_links_until > now())`)
}
