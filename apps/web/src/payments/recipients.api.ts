import type { ExternalRecipient, UserRecipient } from '@portal/domain/payments/recipients.schema'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

export function externalRecipientsQuery(accountId: string) {
  return queryOptions({
    queryKey: ['recipients', 'external', accountId],
    queryFn: ({ signal }) =>
      call<ExternalRecipient[]>('/payment/recipients/external', {
        query: { crmId: accountId },
        signal,
      }),
  })
}

export function userRecipientsQuery(accountId: string) {
  return queryOptions({
    queryKey: ['recipients', 'users', accountId],
    queryFn: ({ signal }) =>
      call<UserRecipient[]>('/payment/recipients/users', { query: { crmId: accountId }, signal }),
  })
}

export function addRecipients(accountId: string, emailRecipients: readonly string[]) {
  return call<ExternalRecipient[]>('/payment/recipient/external/add', {
    method: 'POST',
    body: { crmId: accountId, emailRecipients },
  })
}

export function deleteRecipient(accountId: string, email: string) {
  return call<{ email: string; accountId: string }>('/payment/recipient/external/delete', {
    method: 'DELETE',
    query: { crmId: accountId, email },
  })
}
