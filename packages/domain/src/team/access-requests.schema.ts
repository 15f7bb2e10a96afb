import { Type, type Static } from 'typebox'
import { PermissionKey } from '../session/session.schema.ts'
import { UserId } from './team.schema.ts'

/** A member asks the company's managers for one permission. */
export const AskForAccess = Type.Object(
  { permission: PermissionKey },
  { additionalProperties: false },
)

/** A request nobody has decided yet. */
export const AccessRequest = Type.Object({
  id: Type.String(),
  userId: Type.String(),
  permission: PermissionKey,
  createdDate: Type.String(),
})
export type AccessRequest = Static<typeof AccessRequest>
export const AccessRequestList = Type.Array(AccessRequest)

export const AccessRequestKey = Type.Object({ id: UserId })
export const DecideAccess = Type.Object(
  { granted: Type.Boolean() },
  { additionalProperties: false },
)
