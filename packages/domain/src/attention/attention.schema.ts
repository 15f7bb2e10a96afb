import { Type, type Static } from 'typebox'
import {
  CurrencyCode,
  InstantText,
  Nullable,
  Exact,
  Text,
  Uuid,
  UuidText,
} from '../kernel/fields.ts'
import { shownField } from '../kernel/shown.ts'
import { BankAccount } from '../invoices/bank-transfer.schema.ts'
import { InvoiceNumber } from '../invoices/invoices.schema.ts'
import { AccountId, AccountIdText, companyFilter, CompanyName } from '../session/session.schema.ts'
import { attentionKeys } from './attention-keys.ts'

const Cents = Type.Integer({ examples: [125_000], description: 'In minor units.' })

/** A payment of an invoice on hold. */
const HeldPayment = Type.Object(
  {
    id: UuidText,
    cents: Type.Integer({ description: 'What the card provider captured, in minor units.' }),
    netCents: Type.Integer({ description: 'The same less refunds and lost disputes.' }),
    elsewhereCents: Type.Integer({
      description: 'How much of it the balances of other invoices contain.',
    }),
    paidAt: InstantText,
  },
  { title: 'HeldPayment' },
)

/** Bank details that are valid until the confirmation, and those that become valid by it; null if there are none. */
const BankAccounts = Type.Object(
  { valid: Nullable(BankAccount), stored: Nullable(BankAccount) },
  { title: 'BankAccounts' },
)

export const AttentionItem = Type.Object(
  {
    accountId: Nullable(AccountIdText),
    companyName: Nullable(CompanyName),
    id: Text('INV-2026-1107'),
    subject: Text('INV-2026-1107'),
    invoiceNumber: Nullable(InvoiceNumber),
    amountCents: Nullable(Cents),
    currency: Nullable(CurrencyCode),
    detail: Nullable(Text('Paid twice: by card and in the books.')),
    canAct: Type.Boolean(),
    since: InstantText,
    payments: Nullable(Type.Array(HeldPayment)),
    bankAccounts: Nullable(BankAccounts),
  },
  {
    title: 'AttentionItem',
    description:
      'Without `accountId` it concerns no company. Without `invoiceNumber` the portal does not know the invoice. `payments` are those of an invoice on hold; `bankAccounts` are the details that are valid, and those to confirm.',
  },
)
export type AttentionItem = Static<typeof AttentionItem>

/** The facts of an item that a super admin saw. */
export const ShownItem = Type.Pick(
  AttentionItem,
  ['subject', 'amountCents', 'currency', 'detail', 'payments', 'bankAccounts'],
  { title: 'ShownAttentionItem', additionalProperties: false },
)
export type ShownItem = Static<typeof ShownItem>

const stopFields = {
  reason: Text('The card provider knows payments that the portal does not.'),
  stoppedAt: InstantText,
}

export const AttentionPage = Type.Object(
  {
    stops: Type.Array(
      Type.Object({ kind: Type.Enum(['all', 'automatic', 'new_instance']), ...stopFields }),
      { description: 'What stops charging, if anything.' },
    ),
    lists: Type.Array(
      Type.Object({
        key: Type.Enum([...attentionKeys]),
        total: Type.Integer(),
        items: Type.Array(AttentionItem),
      }),
      { description: 'The lists that are not empty, with the oldest items of each.' },
    ),
  },
  { title: 'AttentionPage' },
)
export type AttentionPage = Static<typeof AttentionPage>

export const AttentionQuery = Exact({
  companyFilter,
  list: Type.Optional(
    Type.Enum([...attentionKeys], { description: 'One list, with up to 500 of its items.' }),
  ),
})

export const AttentionCount = Type.Object({ total: Type.Integer() }, { title: 'AttentionCount' })
export type AttentionCount = Static<typeof AttentionCount>

export const ResolveKey = Type.Object({
  list: Text('mails', { description: 'The list that the item is in.' }),
  action: Text('send', { description: 'What to do: one of the actions of its list.' }),
})

export const ResolveItem = Exact(
  {
    accountId: Nullable(AccountId),
    id: Text('INV-2026-1107', { minLength: 1, maxLength: 300 }),
    payments: Type.Optional(
      Type.Array(
        Type.Object({
          id: Uuid(),
          cents: Type.Integer({ minimum: 0, maximum: 999_999_999_999 }),
        }),
        { maxItems: 100, description: 'How much of each payment the balance contains.' },
      ),
    ),
    ...shownField(ShownItem),
  },
  {
    title: 'ResolveItem',
    description:
      '`shown` is the item as you saw it: 409 if a fact of it has changed. Bank details are confirmed only with it.',
  },
)
export type ResolveItem = Static<typeof ResolveItem>

/** The stop that a super admin saw. */
const ShownStop = Exact(stopFields, {
  title: 'ShownStop',
  description: 'The stop as you saw it: 409 if charging was stopped anew or for another reason.',
})
export type ShownStop = Static<typeof ShownStop>

export const StartCharging = Exact(
  {
    kind: Type.Enum(['all', 'automatic']),
    booksWereSentAgain: Type.Boolean({
      description:
        'Needed for `automatic`: an old record could demand again what was paid after the backup.',
    }),
    ...shownField(ShownStop),
  },
  { title: 'StartCharging' },
)

export const Resolved = Type.Object(
  { message: Text('The mail will be sent again.', { description: 'What has happened.' }) },
  { title: 'Resolved' },
)
export type Resolved = Static<typeof Resolved>
