import { optionalKindNames } from '@portal/domain/notifications/mail-kinds'
import { oneOf, searchParams, text, uuid } from '../kernel/search-params.ts'

/** The values of the link in a request to an external recipient. */
export const recipientLinkSearch = searchParams({ accountId: text(64), key: uuid })

/** The values of a link in an email. The key allows only to turn emails on and off. */
export const mailLinkSearch = searchParams({
  accountId: text(64),
  key: uuid,
  kind: oneOf(optionalKindNames),
})
