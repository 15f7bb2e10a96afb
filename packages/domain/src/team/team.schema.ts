import { Type, type Static } from 'typebox'
import { AccountId, PermissionKey, RoleName } from '../session/session.schema.ts'

export const UserId = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
})
export const CategoryId = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })

export const InvoiceCategory = Type.Object({
  invoiceCategoryId: Type.Integer(),
  name: Type.String(),
})
export type InvoiceCategory = Static<typeof InvoiceCategory>

/** A member of a company. `isActive` is false for somebody who was removed and is still named in its history. */
export const User = Type.Object({
  id: Type.String(),
  accountId: Type.String(),
  email: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  role: RoleName,
  permissions: Type.Array(PermissionKey),
  isActive: Type.Boolean(),
  /** Instant of the last sign-in; null when there was none. */
  lastSignIn: Type.Union([Type.String(), Type.Null()]),
})
export type User = Static<typeof User>

/** With `page` or `perPage` the answer is an array of members with `x-count`; without, `{ users }`, removed ones included. */
export const UserPage = Type.Object(
  {
    companyFilter: Type.Optional(AccountId),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
    perPage: Type.Optional(Type.Integer({ minimum: 1, maximum: 3000 })),
  },
  { additionalProperties: false },
)
export const UserList = Type.Array(User)
export const NamedUserList = Type.Object({ users: UserList })
export type NamedUserList = Static<typeof NamedUserList>

/** The whole access a member shall have; what differs from the present one is what is granted or removed. */
export const UpdateUser = Type.Object(
  {
    userId: UserId,
    accountId: AccountId,
    role: RoleName,
    permissions: Type.Array(PermissionKey, { maxItems: 5, uniqueItems: true }),
  },
  { additionalProperties: false },
)
export type UpdateUser = Static<typeof UpdateUser>

export const UserKey = Type.Object(
  { userId: UserId, companyFilter: Type.Optional(AccountId) },
  { additionalProperties: false },
)

export const UserIdList = Type.Object(
  { userIdList: Type.Array(UserId, { maxItems: 3000 }) },
  { additionalProperties: false },
)

/** The categories one member holds; ids of nobody in the company are left out of an answer. */
export const UserCategories = Type.Object({
  userId: Type.String(),
  categories: Type.Array(InvoiceCategory),
})
export type UserCategories = Static<typeof UserCategories>

/** `granted` says what shall be; without it the present state is turned round. */
export const ToggleCategory = Type.Object(
  { userId: UserId, invoiceCategoryId: CategoryId, granted: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
)
export type ToggleCategory = Static<typeof ToggleCategory>
