import { Type, type Static } from 'typebox'
import { permissions } from './permissions.ts'

export const PermissionKey = Type.Enum([...permissions])
export const RoleName = Type.Enum(['SuperAdmin', 'User'])

/** An account id as the books spell it: text, never a number. */
export const AccountId = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$' })

/** The active company as a query value; the session's own company when it is absent. */
export const CompanyFilter = Type.Object(
  { companyFilter: Type.Optional(AccountId) },
  { additionalProperties: false },
)

export const IsAuthenticated = Type.Object({
  isAuthenticated: Type.Boolean(),
  userName: Type.Union([Type.String(), Type.Null()]),
})
export type IsAuthenticated = Static<typeof IsAuthenticated>

export const SignIn = Type.Object(
  { returnUrl: Type.String({ maxLength: 2000 }) },
  { additionalProperties: false },
)

export const Redirect = Type.Object({ redirectUrl: Type.String() })
export type Redirect = Static<typeof Redirect>

/** The signed-in user; `companyName` and `accountId` are those of the user's own company. */
export const Myself = Type.Object({
  id: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  role: RoleName,
  accountId: Type.String(),
  companyName: Type.String(),
  permissions: Type.Array(PermissionKey),
})
export type Myself = Static<typeof Myself>

/** Every refusal: a sentence for the person who asked; an id for support when it is our bug. */
export const ErrorAnswer = Type.Object({
  message: Type.String(),
  failureMessage: Type.Optional(Type.String()),
  supportId: Type.Optional(Type.String()),
})
export type ErrorAnswer = Static<typeof ErrorAnswer>
