import type { Permission, Role } from '@portal/domain/kernel/permissions'

export type Company = { accountId: string; name: string; domain: string; isProvider: boolean }

export type CastMember = {
  email: string
  firstName: string
  lastName: string
  /** Absent for people who belong to no company yet. */
  accountId?: string
  /** The company that has invited the person. */
  invitedTo?: string
  role: Role
  permissions: Permission[]
  /** What this user demonstrates, in one line of the sign-in page. */
  note: string
}

const meridian = '10001'
const aldgate = '10412'
const fairhaven = '10458'
const brightwater = '10415'

/** The provider first, then its customers. */
export const companies: Company[] = [
  {
    accountId: meridian,
    name: 'Meridian Trading Systems',
    domain: 'meridian.example',
    isProvider: true,
  },
  { accountId: aldgate, name: 'Aldgate Capital LLP', domain: 'aldgate.example', isProvider: false },
  {
    accountId: fairhaven,
    name: 'Fairhaven Markets',
    domain: 'fairhaven.example',
    isProvider: false,
  },
  {
    accountId: brightwater,
    name: 'Brightwater Trading',
    domain: 'brightwater.example',
    isProvider: false,
  },
]

/** The demo users: every kind of user in every customer company. */
export const cast: CastMember[] = [
  {
    ...person(meridian, 'Maya', 'Okafor'),
    role: 'SuperAdmin',
    permissions: [],
    note: 'Super admin of the provider: may do everything, for any company',
  },
  ...staff(aldgate, {
    admin: ['Luis', 'Ortega'],
    invoices: ['Ana', 'Kim'],
    payer: ['Paula', 'Reyes'],
    licenses: ['Tom', 'Whitfield'],
    requests: ['Ingrid', 'Solberg'],
    people: ['Marcus', 'Adeyemi'],
  }),
  ...staff(fairhaven, {
    admin: ['Helen', 'Duarte'],
    invoices: ['Joon', 'Park'],
    payer: ['Celia', 'Moreau'],
    licenses: ['Rashid', 'Khan'],
    requests: ['Bea', 'Lindqvist'],
    people: ['Owen', 'Gallagher'],
  }),
  ...staff(brightwater, {
    admin: ['Priya', 'Raman'],
    invoices: ['Dmitri', 'Volkov'],
    payer: ['Grace', 'Mbeki'],
    licenses: ['Hugo', 'Santos'],
    requests: ['Emi', 'Tanaka'],
    people: ['Fatima', 'Zahra'],
  }),
  {
    email: 'nina.petrov@newhire.example',
    firstName: 'Nina',
    lastName: 'Petrov',
    invitedTo: aldgate,
    role: 'User',
    permissions: [],
    note: 'Invited to Aldgate Capital LLP, has not accepted yet',
  },
  {
    email: 'sam.stranger@elsewhere.example',
    firstName: 'Sam',
    lastName: 'Stranger',
    role: 'User',
    permissions: [],
    note: 'Unknown and not invited: the sign-in is rejected',
  },
]

type Name = [first: string, last: string]
type StaffNames = Record<'admin' | 'invoices' | 'payer' | 'licenses' | 'requests' | 'people', Name>

function staff(accountId: string, names: StaffNames): CastMember[] {
  const one = (name: Name, permissions: Permission[], note: string): CastMember => ({
    ...person(accountId, ...name),
    role: 'User',
    permissions,
    note,
  })
  return [
    one(
      names.admin,
      ['AccessInvoices', 'PayInvoices', 'AccessLicenses', 'AccessErfs', 'ManageUsers'],
      'Company admin, all five permissions',
    ),
    one(names.invoices, ['AccessInvoices'], 'Sees invoices, cannot pay them'),
    one(names.payer, ['AccessInvoices', 'PayInvoices'], 'Sees invoices and pays them'),
    one(names.licenses, ['AccessLicenses'], 'Orders and changes licenses'),
    one(names.requests, ['AccessErfs'], 'Approves and cancels equipment requests'),
    one(names.people, ['ManageUsers'], 'Invites and manages users'),
  ]
}

function person(accountId: string, firstName: string, lastName: string) {
  const { domain } = companies.find((company) => company.accountId === accountId)!
  const email = `${firstName}.${lastName}@${domain}`.toLowerCase()
  return { email, firstName, lastName, accountId }
}
