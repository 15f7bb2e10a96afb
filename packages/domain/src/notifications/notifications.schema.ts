import { Type, type Static } from 'typebox'
import { Exact, exampleUuid, Text, Uuid } from '../kernel/fields.ts'
import { AccountId, companyFilter, Email } from '../session/session.schema.ts'
import { optionalKindNames } from './mail-kinds.ts'

const Kind = Type.Enum([...optionalKindNames], {
  examples: ['receipts'],
  description: 'A kind of emails that can be turned off.',
})
const isOn = Type.Boolean({ description: 'Whether these emails are sent.' })

/** Whether a person gets one kind of emails of a company. */
export const MailChoice = Type.Object({ kind: Kind, isOn }, { title: 'MailChoice' })
export type MailChoice = Static<typeof MailChoice>

const attachesInvoices = Type.Boolean({
  description: 'Whether the email about new invoices has their PDFs attached.',
})

/** The kinds that a person can get from a company, and the address to which they are sent. */
export const MailChoices = Type.Object(
  { email: Email, choices: Type.Array(MailChoice), attachesInvoices },
  { title: 'MailChoices' },
)
export type MailChoices = Static<typeof MailChoices>

export const ChooseMails = Exact({ kind: Kind, isOn }, { title: 'ChooseMails' })
export const ChooseAttachments = Exact({ attachesInvoices }, { title: 'ChooseAttachments' })
export const ChoiceFilter = Exact({ companyFilter })

/** The values of the link in an email; only its recipient knows the key. */
const link = {
  accountId: Type.String({
    ...AccountId,
    description: 'The company that the email is about.',
  }),
  key: Uuid({ description: 'The key of the recipient, from an email.', examples: [exampleUuid] }),
  kind: Kind,
}
export const MailLink = Exact(link)
export type MailLink = Static<typeof MailLink>
export const MailLinkChoice = Exact({
  ...link,
  isOn: Type.Boolean({ default: false, description: 'Whether to turn these emails on again.' }),
})

/** What a link in an email refers to. */
export const LinkedChoice = Type.Object(
  {
    email: Email,
    companyName: Text('Aldgate Capital LLP'),
    kind: Kind,
    isOn,
  },
  { title: 'LinkedChoice' },
)
export type LinkedChoice = Static<typeof LinkedChoice>
