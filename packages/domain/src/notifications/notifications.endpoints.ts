// Written by `npm run documents` from notifications.calls.ts.
import type { callsBySlice } from '../calls.ts'
import type { EndpointOf } from '../kernel/call.ts'

type Calls = (typeof callsBySlice)['notifications']

export const getMailChoices = 'GET /notifications' as EndpointOf<Calls['getMailChoices']>
export const chooseMails = 'PUT /notifications' as EndpointOf<Calls['chooseMails']>
export const chooseAttachments = 'PUT /notifications/attachments' as EndpointOf<Calls['chooseAttachments']>
export const getLinkedChoice = 'GET /notifications/off' as EndpointOf<Calls['getLinkedChoice']>
export const getRecipientRequest = 'GET /notifications/recipient' as EndpointOf<Calls['getRecipientRequest']>
export const answerRecipientRequest = 'POST /notifications/recipient' as EndpointOf<Calls['answerRecipientRequest']>
export const chooseByLink = 'POST /notifications/off' as EndpointOf<Calls['chooseByLink']>
