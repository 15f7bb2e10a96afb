import type { FastifyPluginAsync } from 'fastify'
import sql, { type Sql } from 'sql-template-tag'
import { paymentCalls } from '@portal/domain/payments/payments.calls'
import { mostRecipients, recipientsFault } from '@portal/domain/payments/recipients'
import { addressKey } from '@portal/domain/kernel/email'
import type { ExternalRecipient, UserRecipient } from '@portal/domain/payments/recipients.schema'
import type { Deps } from '../../deps.ts'
import { isOfUser } from '../../invoices/invoice-readers.ts'
import type { Tx } from '../../platform/database/database.ts'
import { authorOf, recordHistory } from '../../platform/history/history.ts'
import { recipientState, requestConfirmation } from '../../notifications/outside-addresses.ts'
import { notFound, Refusal } from '../../platform/http/refusal.ts'
import { scopeOf, withScope, type Scope } from '../../platform/database/scope.ts'
import { serve } from '../../platform/http/serve.ts'
import { takeTurn } from '../../platform/database/take-turn.ts'
import { scopeOfBody } from '../../session/scope-of-body.ts'
import { chooseMailboxInvoices, invoicesState } from './mailbox-invoices.ts'

export const recipientRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  serve(app, paymentCalls.listExternalRecipients, async (request) =>
    withScope(deps.db, scopeOf(request), listExternal(scopeOf(request))),
  )

  serve(app, paymentCalls.listUserRecipients, async (request) =>
    withScope(deps.db, scopeOf(request), listUsers(scopeOf(request))),
  )

  serve(app, paymentCalls.addRecipients, async (request, reply) => {
    const { crmId, emailRecipients } = request.body
    const scope = await scopeOfBody(deps, request, crmId)
    const result = await withScope(deps.db, scope, (tx) => add(tx, scope, emailRecipients))
    // The page shows a plain text body to the user.
    if (typeof result === 'string')
      return reply.code(400).type('text/plain; charset=utf-8').send(result)
    return result
  })

  serve(app, paymentCalls.askRecipient, async (request) => {
    const { crmId, email } = request.body
    const scope = await scopeOfBody(deps, request, crmId)
    return withScope(deps.db, scope, async (tx) => {
      await takeTurn(tx, 'recipients', scope.accountId)
      const find = async () =>
        (await listExternal(scope)(tx)).find((one) => one.email === addressKey(email))
      const known = await find()
      if (!known) throw notFound()
      const { state, invoices } = known
      if (state === 'declined' || (state === 'confirmed' && invoices !== 'waiting'))
        throw new Refusal(409, `${known.email} has ${state} the emails.`)
      await requestConfirmation(tx, scope, known.email, invoices === 'waiting')
      return (await find())!
    })
  })

  serve(app, paymentCalls.chooseMailboxInvoices, async (request) => {
    const { crmId, email, invoiceCategories } = request.body
    const scope = await scopeOfBody(deps, request, crmId)
    return withScope(deps.db, scope, async (tx) => {
      await takeTurn(tx, 'recipients', scope.accountId)
      await chooseMailboxInvoices(tx, scope, addressKey(email), invoiceCategories)
      const chosen = await listExternal(scope)(tx)
      return chosen.find((one) => one.email === addressKey(email))!
    })
  })

  serve(app, paymentCalls.removeRecipient, async (request) => {
    const scope = scopeOf(request)
    const { accountId } = scope
    return withScope(deps.db, scope, async (tx) => {
      const removed = await tx.one<{ email: string }>(sql`
          delete from external_recipient
           where account_id = ${accountId} and email = address_key(${request.query.email}) returning email`)
      if (!removed) throw notFound()
      await recordHistory(tx, authorOf(scope), {
        category: 'Payment',
        entryType: 'Recipient Removed',
        description: `Removed the payment notification recipient ${removed.email}`,
      })
      return { email: removed.email, accountId }
    })
  })
}

type External = Omit<ExternalRecipient, 'dateAdded' | 'refusedSince'> & {
  createdAt: Date
  refusedAt: Date | null
}
const toRecipient = ({ createdAt, refusedAt, ...row }: External) => ({
  ...row,
  dateAdded: createdAt.toISOString(),
  refusedSince: refusedAt?.toISOString() ?? null,
})
/** Selects since when the mailbox of the row `r` is refused. */
const refusedAt = sql`
  (select a.refused_at from mail_address a
    where a.account_id = r.account_id and a.email = address_key(r.email)) as "refusedAt"`
const ofAddress = (value: Sql, otherwise: string) => sql`
  coalesce((select ${value} from mail_address a
             where a.account_id = r.account_id and a.email = address_key(r.email)), ${otherwise}::text)`
const columns = ({ categoryIds }: Scope) => sql`
  r.email, r.account_id as "accountId", r.created_at as "createdAt", ${refusedAt},
  ${ofAddress(recipientState, 'waiting')} as state,
  case when r.invoice_category_ids = '{}' or ${isOfUser} then 'none' else ${ofAddress(invoicesState, 'waiting')} end as invoices,
  array(select jsonb_build_object('invoiceCategoryId', c.invoice_category_id, 'name', c.name) from invoice_category c
         where c.invoice_category_id = any (r.invoice_category_ids) and not ${isOfUser}
           and c.invoice_category_id = any (coalesce(${categoryIds}, r.invoice_category_ids)) order by lower(c.name)) as categories`

const listExternal = (scope: Scope) => async (tx: Tx) =>
  (
    await tx.query<External>(sql`
        select ${columns(scope)} from external_recipient r where account_id = ${scope.accountId}
         order by created_at desc, email`)
  ).map(toRecipient)

const listUsers =
  ({ accountId }: Scope) =>
  async (tx: Tx): Promise<UserRecipient[]> => {
    const rows = await tx.query<{ email: string; at: Date | null; refusedAt: Date | null }>(sql`
      select email, last_sign_in_at as at, ${refusedAt} from portal_user r
       where account_id = ${accountId} and deactivated_at is null and 'PayInvoices' = any (permissions)
       order by address_key(email)`)
    return rows.map(({ email, at, refusedAt }) => ({
      email,
      lastSignInDate: at?.toISOString() ?? null,
      refusedSince: refusedAt?.toISOString() ?? null,
    }))
  }

/** Adds all recipients or none. Returns the added recipients, or the reason why none was added. */
async function add(
  tx: Tx,
  scope: Scope,
  emails: string[],
): Promise<string | ReturnType<typeof toRecipient>[]> {
  const { accountId } = scope
  await takeTurn(tx, 'recipients', accountId)
  const external = (await listExternal(scope)(tx)).map(({ email }) => email)
  const users = (await listUsers(scope)(tx)).map(({ email }) => email)
  const fault = recipientsFault(emails, [...external, ...users])
  if (fault) return fault
  if (external.length + emails.length > mostRecipients)
    return `A company may have at most ${mostRecipients} external recipients.`
  const keys = emails.map(addressKey)
  const refused = await tx.one<{ email: string }>(sql`
    select email from mail_address
     where account_id = ${accountId} and email = any (${keys}::text[]) and declined_at is not null limit 1`)
  if (refused) return `${refused.email} has refused the emails of this company.`
  // In a fixed order to prevent deadlocks, because each call locks the count of its address.
  for (const email of keys.toSorted()) await requestConfirmation(tx, scope, email)
  const added = await tx.query<External>(sql`
    insert into external_recipient as r (account_id, email)
    select ${accountId}, email from unnest(${keys}::text[]) as email
 returning ${columns(scope)}`)
  await recordHistory(tx, authorOf(scope), {
    category: 'Payment',
    entryType: 'Recipients Added',
    description: `Added payment notification recipients: ${added.map(({ email }) => email).join(', ')}`,
  })
  return added.map(toRecipient)
}
