import type { Myself } from '@portal/domain/session/session.schema'

/** As the history names a person. */
export const userName = ({ firstName, lastName, email }: Myself) =>
  `${firstName} ${lastName}`.trim() || email
