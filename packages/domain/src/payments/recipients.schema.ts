import { Type, type Static } from 'typebox'
import { InstantText, Nullable, Exact, Text } from '../kernel/fields.ts'
import { recipientState } from '../notifications/recipient-request.schema.ts'
import { CategoryId, InvoiceCategory } from '../team/team.schema.ts'
import { AccountId, AccountIdText, companyFilter, crmId, Email } from '../session/session.schema.ts'

const outside = 'accounting@ledger.example'

const refusedSince = Nullable(
  Text('2026-11-03T09:12:00.000Z', {
    description: 'Since when its mail server says that the mailbox does not exist.',
  }),
)

/** An address outside the company that gets payment mails. */
export const ExternalRecipient = Type.Object(
  {
    email: Text(outside),
    accountId: AccountIdText,
    dateAdded: InstantText,
    refusedSince,
    state: recipientState,
    invoices: Type.Enum(['none', 'waiting', 'sent', 'off'], {
      description:
        'Whether the address gets invoices: only once its mailbox has confirmed by a link, and until it turns them off.',
    }),
    categories: Type.Array(InvoiceCategory, {
      description: 'The categories of these invoices, as far as you see them.',
    }),
  },
  { title: 'ExternalRecipient' },
)
export type ExternalRecipient = Static<typeof ExternalRecipient>

/** A user of the company who may pay, and who therefore gets payment mails. */
export const UserRecipient = Type.Object(
  { email: Email, lastSignInDate: Nullable(InstantText), refusedSince },
  { title: 'UserRecipient' },
)
export type UserRecipient = Static<typeof UserRecipient>

export const AddRecipients = Exact(
  {
    crmId: AccountId,
    emailRecipients: Type.Array(Text(outside, { maxLength: 1000 }), { maxItems: 1000 }),
  },
  { title: 'AddRecipients' },
)

export const AskRecipient = Exact(
  { crmId: AccountId, email: Text(outside, { minLength: 1, maxLength: 254 }) },
  { title: 'AskRecipient' },
)

export const ChooseMailboxInvoices = Exact(
  {
    crmId: AccountId,
    email: Text(outside, { minLength: 1, maxLength: 254 }),
    invoiceCategories: Type.Array(CategoryId, {
      maxItems: 500,
      description: 'Ids of your categories; categories that you do not see stay as they are.',
    }),
  },
  { title: 'ChooseMailboxInvoices' },
)

export const RecipientKey = Exact({
  crmId,
  companyFilter,
  email: Text(outside, { minLength: 1, maxLength: 254, description: 'The address to remove.' }),
})
export const RemovedRecipient = Type.Object(
  { email: Text(outside), accountId: AccountIdText },
  { title: 'RemovedRecipient' },
)
