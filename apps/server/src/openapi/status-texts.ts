import { exampleUuid } from '@portal/domain/kernel/fields'
import { generalTexts } from '@portal/domain/platform/general-texts'
import type { ErrorAnswer } from '@portal/domain/session/session.schema'

/** The meaning of each status, for all calls. */
export const statusTexts: Record<number, string> = {
  200: 'Done.',
  202: 'Accepted, and not done yet.',
  302: 'Redirects the browser to another page.',
  304: 'The copy you have is up to date.',
  400: 'The request is invalid; `message` names the field and the error.',
  401: 'Not signed in, or the key is not valid.',
  402: "The card's bank declined; `message` is for the customer.",
  403: 'Not allowed: a missing permission, another company, or a page that is out of date.',
  404: 'Unknown, or belongs to another company.',
  408: 'The body arrived too slowly.',
  409: 'Not possible in the current state; `message` says why.',
  410: 'No longer available.',
  413: 'The body is too large.',
  415: 'The body has the wrong type.',
  422: 'Understood and refused; nothing was changed.',
  429: 'Too many calls. Try again after the seconds in `Retry-After`.',
  500: 'A defect of the portal; `supportId` finds it in the log.',
  503: 'Busy, restarting or paused. Try again after the seconds in `Retry-After`.',
}

/** An example of a refusal by status. */
export const refusalExamples: Record<string, ErrorAnswer> = {
  400: { message: 'page: must be >= 1' },
  401: { message: 'Please sign in.' },
  402: { message: 'Your card was declined.', failureMessage: 'Your card was declined.' },
  403: { message: 'Your page is out of date. Please reload it and try again.' },
  404: { message: generalTexts.notFound },
  408: { message: 'The request took too long.' },
  409: { message: 'The invoice is already being paid.' },
  410: { message: 'Events up to 1207 are no longer kept. Use a position of at least 1207.' },
  413: { message: 'The request is too large.' },
  415: { message: 'The request must be JSON.' },
  422: { message: 'Your card was declined.' },
  429: { message: 'Too many requests. Please wait a minute and try again.' },
  500: { message: generalTexts.unexpected, supportId: exampleUuid },
  503: { message: 'The portal is busy. Please try again in a moment.' },
}
