import { Type, type Static } from 'typebox'
import { exampleUuid, Nullable, Exact, Text, UuidText } from '../kernel/fields.ts'
import { permissions } from './permissions.ts'

export const PermissionKey = Type.Enum([...permissions])
export const RoleName = Type.Enum(['SuperAdmin', 'User'])

const accountIdPattern = '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$'
const company = { examples: ['10412'], pattern: accountIdPattern }
/** An account id as the books spell it: text, never a number. */
export const AccountId = Type.String(company)
/** The same as it is read. */
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
/** The active company as a value of a query. */
export const companyFilter = described('')
/** A name that some calls know for the same. */
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
  },
  { title: 'SignIn' },
)

export const Redirect = Type.Object(
  {
    redirectUrl: Text('https://id.example/authorize?client_id=portal', {
      description: 'Where the browser goes next.',
    }),
  },
  { title: 'Redirect' },
)
export type Redirect = Static<typeof Redirect>

/** The values that the sign-in provider sends the browser back with. */
export const SignInCallback = Type.Object(
  {
    code: Type.Optional(Text('4f1b9d5e', { description: 'The code of the sign-in provider.' })),
    state: Type.Optional(Text('3f0a4f6e', { description: 'The state the sign-in began with.' })),
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
  },
  { title: 'Myself' },
)
export type Myself = Static<typeof Myself>

/** Every refusal: a sentence for the person who asked; an id for support when it is our bug. */
export const ErrorAnswer = Type.Object(
  {
    message: Text('page: must be >= 1', {
      description: 'What is wrong, for the person who asked.',
    }),
    failureMessage: Type.Optional(
      Text('Your card was declined.', { description: 'The same, when a card was declined.' }),
    ),
    supportId: Type.Optional(
      Text(exampleUuid, { description: 'Finds an error of ours in the log.' }),
    ),
  },
  { title: 'Refusal' },
)
export type ErrorAnswer = Static<typeof ErrorAnswer>
