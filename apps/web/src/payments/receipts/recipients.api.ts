import * as endpoints from '@portal/domain/payments/payments.endpoints'
import * as team from '@portal/domain/team/team.endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export function externalRecipientsQuery(accountId: string) {
  return queryOptions({
    queryKey: ['recipients', 'external', accountId],
    queryFn: ({ signal }) =>
      call(endpoints.listExternalRecipients, {
        query: { crmId: accountId },
        signal,
      }),
  })
}

export function userRecipientsQuery(accountId: string) {
  return queryOptions({
    queryKey: ['recipients', 'users', accountId],
    queryFn: ({ signal }) =>
      call(endpoints.listUserRecipients, { query: { crmId: accountId }, signal }),
  })
}

export function addRecipients(accountId: string, emailRecipients: readonly string[]) {
  return call(endpoints.addRecipients, {
    body: { crmId: accountId, emailRecipients: [...emailRecipients] },
  })
}

export function askRecipient(accountId: string, email: string) {
  return call(endpoints.askRecipient, { body: { crmId: accountId, email } })
}

export function deleteRecipient(accountId: string, email: string) {
  return call(endpoints.removeRecipient, {
    query: { crmId: accountId, email },
  })
}

/** The categories that the user can grant to a mailbox. */
export function grantableCategoriesQuery(accountId: string) {
  return queryOptions({
    queryKey: ['recipients', 'categories', accountId],
    queryFn: ({ signal }) =>
      call(team.listMyCategories, { query: { companyFilter: accountId }, signal }),
  })
}

export function chooseMailboxInvoices(
  accountId: string,
  email: string,
  invoiceCategories: readonly number[],
) {
  return call(endpoints.chooseMailboxInvoices, {
    body: { crmId: accountId, email, invoiceCategories: [...invoiceCategories] },
  })
}
