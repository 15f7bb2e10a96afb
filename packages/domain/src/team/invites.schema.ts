import { Type, type Static } from 'typebox'
import { AccountId, PermissionKey } from '../session/session.schema.ts'
import { CategoryId, InvoiceCategory } from './team.schema.ts'

const InviteCode = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })

/** An invitation a company has sent. `userId` is who sent it last; dates are instants. */
export const Invite = Type.Object({
  id: Type.String(),
  email: Type.String(),
  createdDate: Type.String(),
  /** When the mail with the present code was sent: later than `createdDate` once it was sent again. */
  sentDate: Type.String(),
  expirationDate: Type.String(),
  hasAccepted: Type.Boolean(),
  inviteCode: Type.String(),
  userId: Type.Union([Type.String(), Type.Null()]),
  acceptedUserId: Type.Union([Type.String(), Type.Null()]),
  permissions: Type.Array(PermissionKey),
  categories: Type.Array(InvoiceCategory),
})
export type Invite = Static<typeof Invite>
export const InviteList = Type.Array(Invite)

/** `invoiceCategories` (ids) belongs to AccessInvoices and is left out without it. */
export const SendInvite = Type.Object(
  {
    email: Type.String({ maxLength: 300 }),
    accountId: AccountId,
    permissions: Type.Array(PermissionKey, { maxItems: 5, uniqueItems: true }),
    invoiceCategories: Type.Optional(Type.Array(CategoryId, { maxItems: 500, uniqueItems: true })),
  },
  { additionalProperties: false },
)
export type SendInvite = Static<typeof SendInvite>

export const InviteCodeKey = Type.Object({ inviteCode: InviteCode })
export const AcceptInvite = Type.Object(
  { InviteCode, companyFilter: Type.Optional(AccountId) },
  { additionalProperties: false },
)

/** What an invitee reviews. `refusal` says why this person cannot accept it, when that is known already. */
export const InviteCheck = Type.Object({
  companyName: Type.String(),
  expirationDate: Type.String(),
  permissions: Type.Array(PermissionKey),
  /** The company the person leaves by accepting. */
  leavesCompany: Type.Union([Type.String(), Type.Null()]),
  refusal: Type.Union([Type.String(), Type.Null()]),
})
export type InviteCheck = Static<typeof InviteCheck>
