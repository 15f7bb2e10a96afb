import { Type, type Static } from 'typebox'
import {
  exampleUuid,
  Exact,
  InstantText,
  Nullable,
  Text,
  Uuid,
  UuidText,
} from '../kernel/fields.ts'
import { permissions } from '../kernel/permissions.ts'

export const PermissionKey = Type.Enum([...permissions])
export const RoleName = Type.Enum(['SuperAdmin', 'User'])

const accountIdPattern = '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$'
const company = { examples: ['10412'], pattern: accountIdPattern }
/** An account id as the books write it: a text, not a number. */
export const AccountId = Type.String(company)
export const AccountIdText = Text('10412')
export const CompanyName = Text('Aldgate Trading')
export const PersonName = Text('Paula Reyes')
export const Email = Text('paula.reyes@aldgate.example')

const described = (more: string) =>
  Type.Optional(
    Type.String({
      ...company,
      description: `The account id of the company; your own company without it. Only super admins may name another one.${more}`,
    }),
  )
/** The active company as a parameter of a query. */
export const companyFilter = described('')
/** Another name of the same parameter in some calls. */
export const crmId = described(' The same as `companyFilter`; only one of them may be given.')

export const CompanyFilter = Exact({ companyFilter })

export const IsAuthenticated = Type.Object(
  { isAuthenticated: Type.Boolean(), userName: Nullable(PersonName) },
  { title: 'IsAuthenticated' },
)
export type IsAuthenticated = Static<typeof IsAuthenticated>

export const SignIn = Exact(
  {
    returnUrl: Text('/manage', {
      maxLength: 2000,
      description: 'A path of the portal to go to after sign-in.',
    }),
    anotherAccount: Type.Optional(
      Type.Boolean({
        description: 'Whether the sign-in provider asks which account to use.',
      }),
    ),
  },
  { title: 'SignIn' },
)

export const Redirect = Type.Object(
  {
    redirectUrl: Text('https://id.example/authorize?client_id=portal', {
      description: 'The address that the browser must open next.',
    }),
  },
  { title: 'Redirect' },
)
export type Redirect = Static<typeof Redirect>

/** The parameters of the address to which the sign-in provider sends the browser back. */
export const SignInCallback = Type.Object(
  {
    code: Type.Optional(Text('4f1b9d5e', { description: 'The code of the sign-in provider.' })),
    state: Type.Optional(
      Text('3f0a4f6e', { description: 'The state from the start of the sign-in.' }),
    ),
  },
  { additionalProperties: true },
)

/** The signed-in user; `companyName` and `accountId` are those of the user's own company. */
export const Myself = Type.Object(
  {
    id: UuidText,
    firstName: Text('Paula'),
    lastName: Text('Reyes'),
    email: Email,
    role: RoleName,
    accountId: AccountIdText,
    companyName: CompanyName,
    permissions: Type.Array(PermissionKey),
    invoiceCategoryIds: Nullable(
      Type.Array(Type.Integer({ examples: [3] }), {
        description: 'The invoice categories you see; null: all of them.',
      }),
    ),
  },
  { title: 'Myself' },
)
export type Myself = Static<typeof Myself>

export const Session = Type.Object(
  {
    id: UuidText,
    browser: Text('Chrome on Windows', {
      description: 'The name that the browser sends; it may be false.',
    }),
    ipAddress: Text('203.0.113.7', { description: 'Network address of the last use.' }),
    startedAt: InstantText,
    lastUsedAt: Text('2026-11-20T14:03:11.482Z', { description: 'To the minute.' }),
    isCurrent: Type.Boolean({ description: 'Whether it is the session of this request.' }),
  },
  { title: 'Session' },
)
export type Session = Static<typeof Session>

export const SessionChoice = Exact({
  sessionId: Type.Optional(
    Uuid({
      description: 'The session to end. Without it, all but the session of this request end.',
    }),
  ),
  companyFilter,
})

export const SessionsEnded = Type.Object(
  { ended: Type.Integer({ minimum: 0, examples: [1], description: 'How many sessions ended.' }) },
  { title: 'SessionsEnded' },
)

/** The body of every refusal: a text for the user, and an id for support if it is an error of the portal. */
export const ErrorAnswer = Type.Object(
  {
    message: Text('page: must be >= 1', {
      description: 'What is wrong, worded for the user.',
    }),
    failureMessage: Type.Optional(
      Text('Your card was declined.', { description: 'The same, if a card was declined.' }),
    ),
    supportId: Type.Optional(
      Text(exampleUuid, { description: 'The id of an internal error in the log.' }),
    ),
  },
  { title: 'Refusal' },
)
export type ErrorAnswer = Static<typeof ErrorAnswer>
