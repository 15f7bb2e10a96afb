import { Type, type Static } from 'typebox'
import { AccountId } from '../session/session.schema.ts'

/** Somebody outside the portal who gets the payment mails; `dateAdded` is an instant. */
export const ExternalRecipient = Type.Object({
  email: Type.String(),
  accountId: Type.String(),
  dateAdded: Type.String(),
})
export type ExternalRecipient = Static<typeof ExternalRecipient>

/** A user of the company who may pay and therefore gets them. */
export const UserRecipient = Type.Object({
  email: Type.String(),
  lastSignInDate: Type.Union([Type.String(), Type.Null()]),
})
export type UserRecipient = Static<typeof UserRecipient>

export const AddRecipients = Type.Object(
  {
    crmId: AccountId,
    emailRecipients: Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 1000 }),
  },
  { additionalProperties: false },
)

export const RecipientKey = Type.Object(
  {
    crmId: Type.Optional(AccountId),
    companyFilter: Type.Optional(AccountId),
    email: Type.String({ minLength: 1, maxLength: 254 }),
  },
  { additionalProperties: false },
)
export const RemovedRecipient = Type.Object({ email: Type.String(), accountId: Type.String() })
