import { Type, type Static } from 'typebox'
import { InstantText, Nullable, Exact, Text, UuidText } from '../kernel/fields.ts'
import { shownField } from '../kernel/shown.ts'
import {
  AccountId,
  companyFilter,
  CompanyName,
  Email,
  PermissionKey,
} from '../session/session.schema.ts'
import { listedFates, mostPeople } from './people-list.ts'
import { CategoryId, InvoiceCategory } from './team.schema.ts'

const code = 'Qk3v9tY2mB7xW1pL'
const InviteCode = Text(code, {
  pattern: '^[A-Za-z0-9_-]{1,64}$',
  description: 'The code of the invitation.',
})

/** An invitation that a company has sent. `userId` is the last sender. */
export const Invite = Type.Object(
  {
    id: UuidText,
    email: Email,
    createdDate: InstantText,
    sentDate: Text('2026-11-20T14:03:11.482Z', {
      description:
        'When the email with the current code was sent: later than `createdDate` if it was sent again.',
    }),
    expirationDate: InstantText,
    hasAccepted: Type.Boolean(),
    inviteCode: Text(code),
    userId: Nullable(UuidText),
    sentBy: Nullable(Text('Paula Reyes', { description: 'The name of its last sender.' })),
    problem: Nullable(
      Text('Paula Reyes, who sent it, may not invite users any more.', {
        description: 'Why it cannot be accepted although it has not expired. It can be sent again.',
      }),
    ),
    acceptedUserId: Nullable(UuidText),
    permissions: Type.Array(PermissionKey),
    categories: Type.Array(InvoiceCategory),
  },
  { title: 'Invite' },
)
export type Invite = Static<typeof Invite>

const leavesCompany = Nullable(
  Text('Harbor Capital', { description: 'The company that you leave by accepting.' }),
)

export const ShownInvite = Exact(
  {
    companyName: CompanyName,
    permissions: Type.Array(PermissionKey, { maxItems: 5 }),
    categories: Type.Array(Text('Licenses'), { maxItems: 500 }),
    leavesCompany,
  },
  {
    title: 'ShownInvite',
    description:
      'The invitation as you saw it, with the names of its categories: 409 if it is another one now.',
  },
)
export type ShownInvite = Static<typeof ShownInvite>

const terms = {
  permissions: Type.Array(PermissionKey, { maxItems: 5, uniqueItems: true }),
  invoiceCategories: Type.Optional(
    Type.Array(CategoryId, {
      maxItems: 500,
      uniqueItems: true,
      description: 'Ids of categories; refused without `AccessInvoices`.',
    }),
  ),
  ...shownField(
    Type.Array(Text('Licenses'), {
      maxItems: 500,
      description: 'The names of `invoiceCategories` as you saw them: 409 if they are others now.',
    }),
  ),
}

const InviteeEmail = Text('jonas.weber@aldgate.example', { maxLength: 300 })

export const SendInvite = Exact(
  { email: InviteeEmail, accountId: AccountId, ...terms },
  { title: 'SendInvite' },
)
export type SendInvite = Static<typeof SendInvite>

export const SendInvites = Exact(
  {
    emails: Type.Array(InviteeEmail, { minItems: 1, maxItems: mostPeople }),
    ...terms,
    sendAgain: Type.Boolean({
      description:
        'Whether open invitations of the addresses are sent again, with these permissions; otherwise they stay as they are.',
    }),
  },
  { title: 'SendInvites' },
)
export type SendInvites = Static<typeof SendInvites>

export const InviteRoom = Type.Object(
  {
    people: Type.Integer({ minimum: 0, examples: [12] }),
    later: Text('You can invite 50 more people in 42 minutes.', {
      description: 'When more people can be invited.',
    }),
  },
  { title: 'InviteRoom' },
)
export type InviteRoom = Static<typeof InviteRoom>

/** The result for one address of a list. */
export const ListedInvite = Type.Object(
  {
    email: Email,
    fate: Type.Enum([...listedFates], {
      description:
        '`open`: the address has an open invitation, which was not sent again; `member`: it is a user of the company.',
    }),
    reason: Nullable(
      Text('You can invite 50 more people in 42 minutes.', {
        description: 'Of `limited`: when it can be invited.',
      }),
    ),
  },
  { title: 'ListedInvite' },
)
export type ListedInvite = Static<typeof ListedInvite>

export const InviteCodeKey = Type.Object({ inviteCode: InviteCode })
export const AcceptInvite = Exact({ InviteCode, companyFilter })
export const AcceptInviteBody = Exact(shownField(ShownInvite), { title: 'AcceptInvite' })

/** The invitation as the invited person sees it. */
export const InviteCheck = Type.Object(
  {
    companyName: CompanyName,
    expirationDate: InstantText,
    permissions: Type.Array(PermissionKey),
    categories: Type.Array(Text('Licenses')),
    leavesCompany,
    refusal: Nullable(
      Text('You are the only manager of Harbor Capital.', {
        description: 'Why you cannot accept, if this is already known.',
      }),
    ),
    isMember: Type.Boolean({
      examples: [false],
      description:
        'Whether you are already a member of the company; then there is nothing to accept.',
    }),
  },
  { title: 'InviteCheck' },
)
export type InviteCheck = Static<typeof InviteCheck>
