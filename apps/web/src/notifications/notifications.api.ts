import * as endpoints from '@portal/domain/notifications/notifications.endpoints'
import type { MailChoice, MailLink } from '@portal/domain/notifications/notifications.schema'
import type { RecipientLink } from '@portal/domain/notifications/recipient-request.schema'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

export function mailChoicesQuery(accountId: string) {
  return queryOptions({
    queryKey: ['notifications', accountId],
    queryFn: ({ signal }) =>
      call(endpoints.getMailChoices, { query: { companyFilter: accountId }, signal }),
  })
}

export function chooseMails(accountId: string, choice: MailChoice) {
  return call(endpoints.chooseMails, { query: { companyFilter: accountId }, body: choice })
}

export function chooseAttachments(accountId: string, attachesInvoices: boolean) {
  return call(endpoints.chooseAttachments, {
    query: { companyFilter: accountId },
    body: { attachesInvoices },
  })
}

export function linkedChoiceQuery(link: MailLink) {
  return queryOptions({
    queryKey: ['mail link', link],
    queryFn: ({ signal }) => call(endpoints.getLinkedChoice, { query: link, signal }),
  })
}

export function chooseByLink(link: MailLink, isOn: boolean) {
  return call(endpoints.chooseByLink, { query: { ...link, isOn } })
}

export function recipientRequestQuery(link: RecipientLink) {
  return queryOptions({
    queryKey: ['recipient request', link],
    queryFn: ({ signal }) => call(endpoints.getRecipientRequest, { query: link, signal }),
  })
}

export function answerRequest(link: RecipientLink, isWanted: boolean) {
  return call(endpoints.answerRecipientRequest, { query: link, body: { isWanted } })
}
