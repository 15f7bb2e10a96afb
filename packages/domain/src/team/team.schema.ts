import { Type, type Static } from 'typebox'
import { InstantText, Nullable, Exact, Text, Uuid, UuidText } from '../kernel/fields.ts'
import { shownField } from '../kernel/shown.ts'
import {
  AccountId,
  AccountIdText,
  companyFilter,
  Email,
  PermissionKey,
  RoleName,
  SessionChoice,
} from '../session/session.schema.ts'

export const UserId = Uuid({ description: 'The id of the user.' })
export const CategoryId = Type.Integer({ minimum: 0, maximum: 2_147_483_647, examples: [3] })

export const InvoiceCategory = Type.Object(
  { invoiceCategoryId: Type.Integer({ examples: [3] }), name: Text('Licenses') },
  { title: 'InvoiceCategory' },
)
export type InvoiceCategory = Static<typeof InvoiceCategory>

export const User = Type.Object(
  {
    id: UuidText,
    accountId: AccountIdText,
    email: Email,
    firstName: Text('Paula'),
    lastName: Text('Reyes'),
    role: RoleName,
    permissions: Type.Array(PermissionKey),
    isActive: Type.Boolean({
      description: 'False for a removed user; the history still names them.',
    }),
    lastSignIn: Nullable(InstantText),
  },
  { title: 'User' },
)
export type User = Static<typeof User>

export const UserPage = Exact({
  companyFilter,
  page: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100_000, description: 'The page, counted from 1.' }),
  ),
  perPage: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 3000, description: 'Users on a page.' }),
  ),
})
export const UserList = Type.Array(User)
export const NamedUserList = Type.Object({ users: UserList }, { title: 'NamedUserList' })
export type NamedUserList = Static<typeof NamedUserList>

const PermissionList = (description: string) =>
  Type.Array(PermissionKey, { maxItems: 5, uniqueItems: true, description })

export const ShownRights = Exact(
  {
    role: RoleName,
    permissions: PermissionList('The permissions before the change.'),
    categories: Type.Optional(
      Type.Array(Text('Licenses'), {
        maxItems: 3000,
        description: 'The names of the categories before the change, if they were shown.',
      }),
    ),
  },
  {
    title: 'ShownRights',
    description: 'The rights of the user as you saw them: 409 if they are others now.',
  },
)
export type ShownRights = Static<typeof ShownRights>

/** A change of a member's access; the rest stays unchanged. */
export const UpdateUser = Exact(
  {
    userId: UserId,
    accountId: AccountId,
    role: Type.Optional(RoleName),
    permissions: Type.Optional(PermissionList('All permissions of the user after the change.')),
    grant: Type.Optional(PermissionKey),
    revoke: Type.Optional(PermissionKey),
    ...shownField(ShownRights),
  },
  { title: 'UpdateUser' },
)
export type UpdateUser = Static<typeof UpdateUser>

export const UserKey = Exact({ userId: UserId, companyFilter })
export const ResetSignIn = Exact(
  {
    userId: UserId,
    reason: Text('New account after a change of the directory', {
      minLength: 1,
      maxLength: 200,
      pattern: '\\S',
      description: 'Shown in the history.',
    }),
  },
  { title: 'ResetSignIn' },
)
export type ResetSignIn = Static<typeof ResetSignIn>

export const MemberSessionChoice = Exact({ userId: UserId, ...SessionChoice.properties })

export const UserIdList = Exact(
  { userIdList: Type.Array(UserId, { maxItems: 3000 }) },
  { title: 'UserIdList' },
)

/** The categories of one member; an answer leaves out ids that are unknown in the company. */
export const UserCategories = Type.Object(
  { userId: UuidText, categories: Type.Array(InvoiceCategory) },
  { title: 'UserCategories' },
)
export type UserCategories = Static<typeof UserCategories>

export const ToggleCategory = Exact(
  {
    userId: UserId,
    invoiceCategoryId: CategoryId,
    granted: Type.Optional(
      Type.Boolean({
        description: 'Whether the user holds it afterwards; without it, the opposite of now.',
      }),
    ),
    ...shownField(ShownRights),
  },
  { title: 'ToggleCategory' },
)
export type ToggleCategory = Static<typeof ToggleCategory>
