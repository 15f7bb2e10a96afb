import { Type, type Static } from 'typebox'
import { Exact, Nullable, Text } from '../kernel/fields.ts'
import { Email, PersonName } from '../session/session.schema.ts'
import { mostSendRecipients } from './send-again.ts'

/** A user or address to which a document can be sent. */
export const SendRecipient = Type.Object(
  {
    email: Email,
    name: Type.String({ ...PersonName, description: 'Empty for an external recipient.' }),
    isYou: Type.Boolean(),
    leftOut: Nullable(
      Text('turned off these emails', { description: 'Why nothing can be sent to this address.' }),
    ),
  },
  { title: 'SendRecipient' },
)
export type SendRecipient = Static<typeof SendRecipient>
export const SendRecipients = Type.Array(SendRecipient)

/** Each must be a recipient that the call for recipients returns. */
export const chosenRecipients = Type.Array(
  Text('paula.reyes@aldgate.example', { minLength: 1, maxLength: 254 }),
  { minItems: 1, maxItems: mostSendRecipients, uniqueItems: true },
)
export const ChosenRecipients = Exact(
  { recipients: chosenRecipients },
  { title: 'ChosenRecipients' },
)

export const SentMails = Type.Object(
  {
    sent: Type.Array(Email),
    leftOut: Type.Array(
      Type.Object({ email: Email, reason: Text('turned off these emails') }, { title: 'LeftOut' }),
    ),
  },
  { title: 'SentMails' },
)
export type SentMails = Static<typeof SentMails>
