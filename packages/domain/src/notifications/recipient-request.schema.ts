import { Type, type Static } from 'typebox'
import { Exact, exampleUuid, Text, Uuid } from '../kernel/fields.ts'
import { AccountId, Email } from '../session/session.schema.ts'

/** The answer of an external recipient's mailbox. */
export const recipientState = Type.Enum(['waiting', 'confirmed', 'declined'], {
  description: 'Only `confirmed` addresses get emails.',
})

/** The values of the link in a request; only its recipient knows the key. */
export const RecipientLink = Exact({
  accountId: Type.String({ ...AccountId, description: 'The company that asks.' }),
  key: Uuid({ description: 'The key of the request, from the email.', examples: [exampleUuid] }),
})
export type RecipientLink = Static<typeof RecipientLink>

export const RecipientAnswer = Exact(
  { isWanted: Type.Boolean({ description: 'Whether the address wants the emails.' }) },
  { title: 'RecipientAnswer' },
)

export const RecipientRequest = Type.Object(
  { email: Email, companyName: Text('Aldgate Capital LLP'), state: recipientState },
  { title: 'RecipientRequest' },
)
export type RecipientRequest = Static<typeof RecipientRequest>
