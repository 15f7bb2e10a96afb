import { declareCalls } from '../kernel/call.ts'
import { RecipientAnswer, RecipientLink, RecipientRequest } from './recipient-request.schema.ts'
import {
  ChoiceFilter,
  ChooseAttachments,
  ChooseMails,
  LinkedChoice,
  MailChoices,
  MailLink,
  MailLinkChoice,
} from './notifications.schema.ts'

export const notificationCalls = declareCalls({
  getMailChoices: {
    method: 'GET',
    path: '/notifications',
    access: 'signedIn',
    summary: 'Returns which emails of the company you get.',
    query: ChoiceFilter,
    answers: { 200: MailChoices },
    refuses: [],
  },
  chooseMails: {
    method: 'PUT',
    path: '/notifications',
    access: 'signedIn',
    summary: 'Turns one kind of emails of the company on or off, for you only.',
    query: ChoiceFilter,
    body: ChooseMails,
    answers: { 200: MailChoices },
    refuses: [],
  },
  chooseAttachments: {
    method: 'PUT',
    path: '/notifications/attachments',
    access: 'signedIn',
    summary: 'Chooses whether the email about new invoices has their PDFs attached, for you only.',
    query: ChoiceFilter,
    body: ChooseAttachments,
    answers: { 200: MailChoices },
    refuses: [],
  },
  getLinkedChoice: {
    method: 'GET',
    path: '/notifications/off',
    access: 'public',
    summary: 'Returns what a link in an email would turn off. Changes nothing.',
    query: MailLink,
    answers: { 200: LinkedChoice },
    refuses: [],
  },
  getRecipientRequest: {
    method: 'GET',
    path: '/notifications/recipient',
    access: 'public',
    summary: 'Returns which company asks to send emails to an address. Changes nothing.',
    query: RecipientLink,
    answers: { 200: RecipientRequest },
    refuses: [],
  },
  answerRecipientRequest: {
    method: 'POST',
    path: '/notifications/recipient',
    access: 'public',
    summary:
      'Confirms or refuses the emails of a company for an external recipient. The key in the address, which its mailbox got, authenticates it.',
    query: RecipientLink,
    body: RecipientAnswer,
    answers: { 200: RecipientRequest },
    refuses: [],
  },
  chooseByLink: {
    method: 'POST',
    path: '/notifications/off',
    bases: 'both',
    access: 'public',
    signed: true,
    summary:
      'Turns off one kind of emails for the recipient of an email, or on again; as one click in an email program (RFC 8058). The key in the address authenticates it.',
    query: MailLinkChoice,
    body: {
      media: ['application/x-www-form-urlencoded', 'multipart/form-data'],
      example: 'List-Unsubscribe=One-Click',
    },
    answers: { 200: LinkedChoice },
    refuses: [],
  },
})
