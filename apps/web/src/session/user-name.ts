import type { Myself } from '@portal/domain/session/session.schema'

/** A user's name as in the history. */
export const userName = ({ firstName, lastName, email }: Myself) =>
  `${firstName} ${lastName}`.trim() || email
