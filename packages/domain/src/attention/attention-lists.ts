import { formatMoney } from '../kernel/money.ts'
import { plural } from '../kernel/plural.ts'

/** The facts of one item of a list. `detail` is the reason as the database names it. */
export interface AttentionFacts {
  subject: string
  detail: string | null
  amountCents: number | null
  currency: string | null
}

export interface AttentionAction {
  label: string
  /** Says what the action will do; shown before the action. */
  question: (item: AttentionFacts) => string
  /** Whether an item has the action; absent if every item has it. */
  isFor?: (item: AttentionFacts) => boolean
}

export interface AttentionList {
  title: string
  /** What the list means and what to do; code is between backticks. */
  help: string
  reason: (item: AttentionFacts) => string
  actions: Record<string, AttentionAction>
  /** Says how long an item has been in the list, for lists where "3 days ago" would be misread as the age of something else. */
  ageText?: (age: string) => string
  /** The items are users; their names link to them. */
  isOfUsers?: true
  /** The list does not count in the number in the navigation. */
  isForInformation?: true
}

const money = ({ amountCents, currency }: AttentionFacts) =>
  amountCents !== null && currency ? formatMoney(amountCents, currency) : ''

/**
 * The lists of the page "Needs attention", in order. The database view `attention_item` selects their items; the server's
 * `attention/actions.ts` performs their actions (decision 0033).
 */
export const attentionLists = {
  onHold: {
    title: 'Invoices on hold',
    help: 'A card payment is more than 10 days old and the books do not show it. Until they do, the portal does not charge these invoices.',
    reason: (item) => `The books still show ${money(item)}, and do not say whether it was paid`,
    // The payment itself is ten days older.
    ageText: (age) => `On hold for ${age}`,
    actions: {
      explain: {
        label: 'Explain balance',
        question: () =>
          'Enter how much of each payment the books have already taken off the balance. The rest can then be paid. ' +
          'This applies until a record of the books has another amount or balance.',
      },
    },
  },
  appliedElsewhere: {
    title: 'Payments applied to another company',
    help: 'A record of the books names a card payment of one company in an invoice of another. The invoice that was paid waits. If the record is wrong, have it corrected; the entry then leaves this list.',
    reason: (item) => `The books apply ${money(item)} of its payment to ${item.detail}`,
    actions: {
      release: {
        label: 'Books are right',
        question: (item) =>
          `Confirm that ${money(item)}, which was paid for invoice ${item.subject}, belongs to ${item.detail}. ` +
          `What the books show for invoice ${item.subject} is owed again: it can be paid by card, and AutoPay charges it. Tell the customer first.`,
      },
    },
  },
  otherCurrency: {
    title: 'Invoices paid in another currency',
    help: 'The portal does not subtract one currency from another: these invoices are on hold. Refund the payment at the card provider, or let the books withdraw the invoice and send a new number.',
    reason: ({ detail }) => detail ?? '',
    actions: {},
  },
  attempts: {
    title: 'Payments without a result',
    help: 'Each keeps its invoice locked. The portal asks the card provider every minute.',
    reason: ({ detail }) => detail ?? 'The card provider has not reported a result for 15 minutes',
    actions: {
      ask: {
        label: 'Ask provider',
        question: (item) =>
          `The portal asks the card provider for the result of the payment of ${money(item)} for invoice ${item.subject} ` +
          'and books it. The customer gets the usual emails. Nothing new is charged.',
      },
      handled: {
        label: 'Mark handled',
        isFor: ({ detail }) => detail !== null,
        question: ({ subject }) =>
          `Confirm that you have settled the payment of invoice ${subject} at the card provider. ` +
          'It leaves this list. What the portal has booked does not change.',
      },
    },
  },
  unknown: {
    title: 'Unknown payments at the card provider',
    help: 'They have the id of this portal, but its database did not know them: it lost commits, or a second database uses the same key.',
    reason: ({ detail }) => `Not known here. Its state at the card provider was: ${detail}`,
    actions: {
      acknowledge: {
        label: 'Acknowledge',
        question: (item) =>
          `Confirm that you know why the payment of ${money(item)} for invoice ${item.subject} was not known here. ` +
          'It leaves this list. Its bookings do not change, and a pause of AutoPay does not end.',
      },
    },
  },
  purchases: {
    title: 'Purchases with a wrong amount',
    help: 'A visitor paid an amount that is not the price of the accreditation, and got no accreditation.',
    reason: (item) => `Paid ${money(item)}: ${item.detail}`,
    actions: {
      handedOut: {
        label: 'Handed out',
        question: ({ subject }) =>
          `Confirm that you have given ${subject} the accreditation yourself. The purchase counts as paid.`,
      },
      refunded: {
        label: 'Refunded',
        question: ({ subject }) =>
          `Confirm that you have refunded ${subject} at the card provider. The purchase counts as expired.`,
      },
    },
  },
  events: {
    title: 'Events that could not be processed',
    help: 'The card provider sent events that match nothing in the portal. Each is tried again every 1 to 10 minutes.',
    reason: ({ detail }) => detail ?? '',
    actions: {
      retry: {
        label: 'Try again',
        question: ({ subject }) =>
          `The portal asks the card provider about ${subject} and books the answer. Affected customers get the usual emails.`,
      },
      setAside: {
        label: 'Set aside',
        question: ({ subject }) =>
          `${subject} will have no effect in the portal and will not be tried again.`,
      },
    },
  },
  mails: {
    title: 'Undelivered emails',
    help: 'The mail server refused each of them 20 times. Correct the address where it is stored, or send the email again when the server accepts it.',
    reason: ({ detail }) => detail ?? '',
    actions: {
      send: {
        label: 'Send again',
        question: ({ subject }) => `The email to ${subject} is tried 20 more times, starting now.`,
      },
      giveUp: {
        label: 'Give up',
        question: ({ subject }) => `The email will never be sent to ${subject}.`,
      },
    },
  },
  imports: {
    title: 'Rejected imports',
    help: 'Records that were sent with an API key and not imported. The sender gets the reason for each record.',
    reason: ({ detail }) => detail ?? '',
    actions: {
      seen: {
        label: 'Mark handled',
        question: ({ subject }) =>
          `Confirm that the sender (${subject}) has corrected the records, or that they are not needed. Nothing is imported now.`,
      },
    },
  },
  bankAccounts: {
    title: 'Changed bank details',
    help: 'Customers see the former account as the valid one, and the new one as not confirmed, until you confirm it. Compare each change with the documents of your bank. If it is not your change, revoke the API key and correct the details immediately.',
    reason: ({ detail }) => detail ?? '',
    actions: {
      confirm: {
        label: 'Confirm',
        question: ({ subject }) =>
          `Compare the bank details of ${subject} with the documents of your bank. Once you confirm them, customers see only the new ones.`,
      },
    },
  },
  unreadCategories: {
    title: 'Invoices that nobody sees',
    help: 'No user of the company has the category of these invoices. If it is misspelled, correct the records; if it was renamed, send its record with `formerName`. Otherwise the company, or you for it, gives the category to a user.',
    reason: ({ detail }) => plural(Number(detail), 'invoice'),
    actions: {
      intended: {
        label: 'Mark as intended',
        question: ({ subject }) =>
          `Confirm that no user of this company needs invoices of the category ${subject}. It does not return to this list.`,
      },
    },
  },
  licenses: {
    title: 'License orders without a match',
    help: 'An ordered license has no record, a canceled or changed one has none any more, or the names in an order fit several licenses. If a record is the ordered license, link them. Otherwise have the records corrected: `otherLicenseIds` of a license, or `licenseId` of an item.',
    reason: ({ detail }) => detail ?? '',
    ageText: (age) => `Ordered ${age} ago`,
    actions: {
      link: {
        label: 'Link',
        question: () =>
          'The ordered license and that of the record become one: it runs, and what was ordered of it applies. ' +
          'A later record that names its ids can end this.',
      },
      linkAll: {
        label: 'Link all exact matches',
        isFor: ({ detail }) => detail?.includes(exactMatch) ?? false,
        question: () =>
          'Each ordered license of this company is linked to a record with the same product, network, user and covered company, ' +
          'the first ordered first. No record is linked twice, and none that ran before the order. The history has each link.',
      },
    },
  },
  autoPayCards: {
    title: 'AutoPay without a card',
    help: 'The default card was removed at the card provider, so AutoPay charges nothing. The payers of the company got an email. AutoPay continues when they choose another default card.',
    reason: () => 'The default card was removed at the card provider',
    actions: {},
  },
  autoPayReaders: {
    title: 'AutoPay without a reader',
    help: 'AutoPay charges these invoices, and no user of the company who may pay or manage users sees them: no user gets its emails about them. The company, or you for it, gives the category to such a user.',
    reason: ({ detail }) => plural(Number(detail), 'open invoice'),
    ageText: (age) => `In AutoPay for ${age}`,
    actions: {},
  },
  signIns: {
    title: 'Addresses of two users',
    help: 'The sign-in provider sends an address that another user of the portal has. Each keeps the own address and access. Remove the user who is not needed. If the account is no longer the one of the listed user, reset the sign-in of that user. Or have the address corrected at the provider; the next sign-in decides again.',
    reason: ({ detail }) => detail ?? '',
    isOfUsers: true,
    actions: {},
  },
  superAdmins: {
    title: 'Super admins outside the provider',
    help: 'Their sign-in is refused, because the sign-in provider sends an address outside `PROVIDER_DOMAIN`. Take the role if the person left. Otherwise correct the address at the provider, or the setting; the next sign-in decides again.',
    reason: ({ detail }) => detail ?? '',
    isOfUsers: true,
    actions: {},
  },
  questions: {
    title: 'Questions without an answer',
    help: 'Customers have waited for more than three days. An `invoiceAnswer` record of your books answers a question.',
    reason: ({ detail }) => detail ?? '',
    actions: {},
  },
  moneyBack: {
    title: 'Refunds and disputes of the week',
    help: 'Customers keep refunded money. AutoPay and payments of several invoices leave the invoice out until you ask for the money again.',
    reason: ({ detail }) => moneyBackReasons[detail ?? ''] ?? detail ?? '',
    isForInformation: true,
    actions: {
      collect: {
        label: 'Ask for it again',
        question: ({ subject }) =>
          `AutoPay and payments of several invoices will charge invoice ${subject} again if it is owed. ` +
          'The customer gets no email about this decision: tell them first.',
      },
    },
  },
  licenseLinks: {
    title: 'Licenses linked by hand',
    help: 'Links of the last 90 days between an ordered license and a record. A link that was wrong can be taken back.',
    reason: ({ detail }) => detail ?? '',
    isForInformation: true,
    actions: {
      part: {
        label: 'Part',
        question: () =>
          'They become two licenses again. The ordered one waits for its record, and what was ordered of it no longer applies to the other.',
      },
    },
  },
} as const satisfies Record<string, AttentionList>

/** The words by which the database reports that all words of an ordered license and of a record are equal. */
const exactMatch = ' has all the same words'

const moneyBackReasons: Record<string, string> = {
  'refund pending': 'A refund is in progress',
  'refund succeeded': 'Refunded',
  'refund failed': 'A refund failed: the payment counts in full',
  'dispute open': 'Disputed: answer at the card provider',
  'dispute won': 'The dispute was won: the payment counts in full',
  'dispute lost': 'The dispute was lost: the bank took the money back',
}

export type AttentionKey = keyof typeof attentionLists

/** Returns a list with the type that all lists share. */
export const attentionList = (key: AttentionKey): AttentionList => attentionLists[key]
