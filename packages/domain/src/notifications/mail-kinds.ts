import type { Permission } from '../kernel/permissions.ts'

interface MailKind {
  /** The name on the page; in "Turn off emails about …" its first letter is small. */
  title: string
  /** Describes the mails. */
  about: string
  /** Completes "You get this because …"; the company's name is already isolated. */
  why: (company: string) => string
}

/** The subjects of mails: the headings of the page on which mails are turned off, in order. */
export const mailAreas = [
  'Invoices',
  'Payments',
  'Licenses and equipment',
  'Users and access',
] as const

interface OptionalMailKind extends MailKind {
  area: (typeof mailAreas)[number]
  /**
   * Returns whether a person gets the mails unless they are turned off. Mails about a payment are only for users who may
   * see its invoices.
   */
  readers: (person: MailReader & { may: (permission: Permission) => boolean }) => boolean
}

/** The facts that decide which mails of a company a person can get. */
export interface MailReader {
  permissions: readonly Permission[]
  /** The person's address is also an external recipient. */
  isRecipient: boolean
  /** The person made an equipment request. */
  hasEquipment: boolean
  /** The person asked about an invoice. */
  hasAsked: boolean
}

const payers: OptionalMailKind['readers'] = ({ may, isRecipient }) =>
  may('PayInvoices') || isRecipient
const managers: OptionalMailKind['readers'] = ({ may }) => may('ManageUsers')

const paymentRecipient = (company: string) =>
  `you are a payment notification recipient of ${company}, or made this payment`

/** Mails that a recipient can turn off, in the order of the page within each area. */
export const optionalKinds = {
  receipts: {
    area: 'Payments',
    title: 'Payments received',
    about: 'Receipts, and the summary after several invoices were paid at once.',
    why: paymentRecipient,
    readers: payers,
  },
  newInvoices: {
    area: 'Invoices',
    title: 'New invoices',
    about: 'Invoices that are new in the portal, and how they differ from the last ones.',
    why: (company) => `you may see these invoices of ${company}`,
    readers: ({ may }) => may('AccessInvoices'),
  },
  invoiceChanges: {
    area: 'Invoices',
    title: 'Changed invoices',
    about:
      'Invoices that are corrected or withdrawn, credits and payments that are booked, and due dates that move.',
    why: (company) => `you may see these invoices of ${company}`,
    readers: ({ may }) => may('AccessInvoices'),
  },
  dueDates: {
    area: 'Invoices',
    title: 'Due dates',
    about: 'Invoices that are due soon or overdue, and that AutoPay does not charge.',
    why: (company) => `you may pay these invoices of ${company}, or manage its users`,
    readers: ({ may, isRecipient }) =>
      isRecipient || (may('AccessInvoices') && (may('PayInvoices') || may('ManageUsers'))),
  },
  mailboxInvoices: {
    area: 'Invoices',
    title: 'Invoices for this mailbox',
    about: 'Each new, corrected or withdrawn invoice, for an address without a user.',
    why: (company) => `a user of ${company} chose that this mailbox gets these invoices`,
    // The mailbox turns them off by the link in each mail; users see invoices by their permissions.
    readers: () => false,
  },
  invoices: {
    area: 'Invoices',
    title: 'Invoices sent to you',
    about: 'Invoices that a user of the company sends you from the portal.',
    why: (company) => `a user of ${company} sent it to you`,
    readers: ({ may, isRecipient }) => may('AccessInvoices') || isRecipient,
  },
  answers: {
    area: 'Invoices',
    title: 'Answers to your questions',
    about: 'The provider answered a question that you asked about an invoice.',
    why: (company) => `you asked about an invoice of ${company}`,
    readers: ({ may, hasAsked }) => may('AccessInvoices') || hasAsked,
  },
  failures: {
    area: 'Payments',
    title: 'Payments that were not made',
    about:
      'Declined and canceled payments, and due invoices that AutoPay does not charge. The person who pays always gets these.',
    why: paymentRecipient,
    readers: payers,
  },
  refunds: {
    area: 'Payments',
    title: 'Refunds and disputes',
    about: 'Money that goes back to a card, and what its bank decides.',
    why: paymentRecipient,
    readers: payers,
  },
  autopay: {
    area: 'Payments',
    title: 'AutoPay',
    about: 'AutoPay is turned on or off, its limits change, or it charges invoices on that day.',
    why: (company) => `you are a payment notification recipient of ${company}`,
    readers: payers,
  },
  cards: {
    area: 'Payments',
    title: 'Cards that expire',
    about: 'The default card of AutoPay expires within 30 days, and within 7 days.',
    why: (company) => `you are a payment notification recipient of ${company}`,
    readers: payers,
  },
  orders: {
    area: 'Licenses and equipment',
    title: 'License orders',
    about: 'A license order was submitted, or its status changed.',
    why: (company) => `you submitted the order or manage the users of ${company}`,
    readers: ({ may }) => may('AccessLicenses') || may('ManageUsers'),
  },
  equipment: {
    area: 'Licenses and equipment',
    title: 'Equipment requests',
    about: 'Requests that wait for approval, and what became of them.',
    why: (company) => `you may approve the equipment requests of ${company}, or made this request`,
    readers: ({ may, hasEquipment }) => may('AccessErfs') || hasEquipment,
  },
  accessRequests: {
    area: 'Users and access',
    title: 'Requests for access',
    about: 'A user asks for a permission.',
    why: (company) => `you manage the users of ${company}`,
    readers: managers,
  },
  mailboxes: {
    area: 'Users and access',
    title: 'Mailboxes that get invoices',
    about: 'A user chooses which invoices an address without a user gets.',
    why: (company) => `you manage the users of ${company}`,
    readers: managers,
  },
  refusedAddresses: {
    area: 'Users and access',
    title: 'Addresses that refuse emails',
    about: 'The mailbox of a user or recipient does not exist.',
    why: (company) => `you manage the users of ${company}`,
    readers: managers,
  },
} as const satisfies Record<string, OptionalMailKind>

/** Mails that are always sent. */
export const requiredKinds = {
  invitations: {
    title: 'Invitations',
    about: 'An invitation to a company.',
    why: (company) => `a user of ${company} entered your address`,
  },
  recipientRequests: {
    title: 'Requests to external recipients',
    about: 'A company asks whether an address wants its emails about payments.',
    why: (company) => `a user of ${company} entered your address`,
  },
  accessDecisions: {
    title: 'Answers to your requests for access',
    about: 'A permission that you requested was granted or declined.',
    why: (company) => `you requested a permission at ${company}`,
  },
  files: {
    title: 'Files that you asked for',
    about: 'The files of many invoices are ready.',
    why: (company) => `you asked for files of ${company}`,
  },
  security: {
    title: 'Security',
    about: 'Changes of super admins and of bank details.',
    why: () =>
      'you are a super admin or were one in the last 30 days, or because this is the security address of the portal',
  },
  signIn: {
    title: 'Your sign-in',
    about: 'Your sign-in was reset, or your address changed.',
    why: (company) => `you are a user of ${company}`,
  },
  purchases: {
    title: 'Accreditations',
    about: 'The receipt of an accreditation.',
    why: () => 'you bought an accreditation with this address',
  },
  questions: {
    title: 'Questions about invoices',
    about: 'A customer asks about a line of an invoice, or withdraws a question.',
    why: () => 'this is the address of the portal for questions about invoices',
  },
} as const satisfies Record<string, MailKind>

export type OptionalKind = keyof typeof optionalKinds
export type MailKindName = OptionalKind | keyof typeof requiredKinds

export const optionalKindNames = Object.keys(optionalKinds) as OptionalKind[]

export const isOptional = (kind: MailKindName): kind is OptionalKind => kind in optionalKinds

/** Completes "You get this because …". */
export const whyOf = (kind: MailKindName, company: string): string =>
  (isOptional(kind) ? optionalKinds[kind] : requiredKinds[kind]).why(company)

/** Returns whether a person gets mails of a kind unless they are turned off. */
export function canGet(kind: OptionalKind, reader: MailReader): boolean {
  const may = (permission: Permission) => reader.permissions.includes(permission)
  return optionalKinds[kind].readers({ ...reader, may })
}
