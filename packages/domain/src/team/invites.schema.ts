import { Type, type Static } from 'typebox'
import { InstantText, Nullable, Exact, Text, UuidText } from '../kernel/fields.ts'
import {
  AccountId,
  companyFilter,
  CompanyName,
  Email,
  PermissionKey,
} from '../session/session.schema.ts'
import { CategoryId, InvoiceCategory } from './team.schema.ts'

const code = 'Qk3v9tY2mB7xW1pL'
const InviteCode = Text(code, {
  pattern: '^[A-Za-z0-9_-]{1,64}$',
  description: 'The code of the invitation.',
})

/** An invitation a company has sent. `userId` is who sent it last. */
export const Invite = Type.Object(
  {
    id: UuidText,
    email: Email,
    createdDate: InstantText,
    sentDate: Text('2026-11-20T14:03:11.482Z', {
      description:
        'When the mail with the present code was sent: later than `createdDate` if it was sent again.',
    }),
    expirationDate: InstantText,
    hasAccepted: Type.Boolean(),
    inviteCode: Text(code),
    userId: Nullable(UuidText),
    acceptedUserId: Nullable(UuidText),
    permissions: Type.Array(PermissionKey),
    categories: Type.Array(InvoiceCategory),
  },
  { title: 'Invite' },
)
export type Invite = Static<typeof Invite>

export const SendInvite = Exact(
  {
    email: Text('jonas.weber@aldgate.example', { maxLength: 300 }),
    accountId: AccountId,
    permissions: Type.Array(PermissionKey, { maxItems: 5, uniqueItems: true }),
    invoiceCategories: Type.Optional(
      Type.Array(CategoryId, {
        maxItems: 500,
        uniqueItems: true,
        description: 'Ids of categories; they count only with `AccessInvoices`.',
      }),
    ),
  },
  { title: 'SendInvite' },
)
export type SendInvite = Static<typeof SendInvite>

export const InviteCodeKey = Type.Object({ inviteCode: InviteCode })
export const AcceptInvite = Exact({ InviteCode, companyFilter })

/** What an invitee reviews. */
export const InviteCheck = Type.Object(
  {
    companyName: CompanyName,
    expirationDate: InstantText,
    permissions: Type.Array(PermissionKey),
    leavesCompany: Nullable(
      Text('Harbor Capital', { description: 'The company that you leave by accepting.' }),
    ),
    refusal: Nullable(
      Text('You are the only manager of Harbor Capital.', {
        description: 'Why you cannot accept, if that is known already.',
      }),
    ),
  },
  { title: 'InviteCheck' },
)
export type InviteCheck = Static<typeof InviteCheck>
