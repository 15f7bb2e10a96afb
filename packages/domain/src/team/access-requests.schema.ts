import { Type, type Static } from 'typebox'
import { InstantText, Exact, Uuid, UuidText } from '../kernel/fields.ts'
import { shownField } from '../kernel/shown.ts'
import { PermissionKey } from '../session/session.schema.ts'
import { ShownRights } from './team.schema.ts'

/** A member requests one permission from the company's managers. */
export const AskForAccess = Exact({ permission: PermissionKey }, { title: 'AskForAccess' })

/** A request that is not decided yet. */
export const AccessRequest = Type.Object(
  { id: UuidText, userId: UuidText, permission: PermissionKey, createdDate: InstantText },
  { title: 'AccessRequest' },
)
export type AccessRequest = Static<typeof AccessRequest>

export const AccessRequestKey = Type.Object({ id: Uuid({ description: 'The id of the request.' }) })
export const DecideAccess = Exact(
  { granted: Type.Boolean(), ...shownField(ShownRights) },
  { title: 'DecideAccess' },
)
export type DecideAccess = Static<typeof DecideAccess>
