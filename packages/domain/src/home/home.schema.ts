import { Type, type Static } from 'typebox'
import {
  Amount,
  CurrencyCode,
  DayText,
  InstantText,
  Nullable,
  Text,
  UuidText,
} from '../kernel/fields.ts'
import { Email, PermissionKey, PersonName } from '../session/session.schema.ts'

const Count = Type.Integer({ minimum: 0, examples: [2] })
const Card = Type.Object({ brand: Text('visa'), last4Digits: Text('4242') })
const hidden = (what: string) => `${what} Null if you may not see it.`

/** What the company owes in one currency, of the invoices that the user may see. */
export const DueSum = Type.Object(
  {
    currencyIsoCode: CurrencyCode,
    overdue: Amount,
    overdueCount: Count,
    oldestDays: Type.Integer({
      minimum: 0,
      examples: [45],
      description: 'For how many days the oldest of them has been overdue.',
    }),
    soon: Type.Number({
      examples: [99.5],
      description: 'What is due within 7 days, including today.',
    }),
    soonCount: Count,
    soonDay: Nullable(Text('2026-11-27', { description: 'The first day on which one is due.' })),
    later: Type.Number({ examples: [0], description: 'What is due later, or has no due date.' }),
    credits: Type.Number({ examples: [0], description: 'Credits, as a negative number.' }),
    total: Type.Number({ examples: [1349.5], description: 'The sum of the four amounts.' }),
  },
  { title: 'DueSum' },
)
export type DueSum = Static<typeof DueSum>

export const newsKinds = [
  'invoices',
  'paid',
  'notPaid',
  'refunded',
  'disputed',
  'chargedBack',
  'orderSubmitted',
  'orderMoved',
  'requestApproved',
  'requestCancelled',
  'userJoined',
  'autoPayOn',
  'autoPayOff',
  'accessGranted',
  'accessDeclined',
  'answered',
] as const

/** Something that happened since the last visit. */
export const News = Type.Object(
  {
    kind: Type.Enum([...newsKinds]),
    at: Nullable(
      Text('2026-11-20T14:03:11.482Z', {
        description: 'Null for invoices of one or more imports.',
      }),
    ),
    count: Type.Integer({
      minimum: 1,
      examples: [1],
      description: 'How many invoices it is about.',
    }),
    names: Type.Array(Text('INV-2026-1107'), {
      description:
        'The first of their numbers; for other kinds the id of the order or request, the name of the user, or the permission.',
    }),
    sums: Type.Array(Type.Object({ currencyIsoCode: CurrencyCode, amount: Amount })),
    by: Text('Paula Reyes', { description: 'Who did it; empty if no user did.' }),
    detail: Text('', {
      description:
        'Why a payment was not made; the card of a payment; the line that a question is about.',
    }),
  },
  { title: 'News' },
)
export type News = Static<typeof News>

/** What needs the user's attention now; parts that the user may not see are null or empty. */
export const Home = Type.Object(
  {
    today: DayText,
    lastVisit: Nullable(
      Text('2026-11-16T16:12:00.000Z', {
        description: 'When the last visit ended, at least 30 minutes ago. Null on the first visit.',
      }),
    ),
    due: Nullable(Type.Array(DueSum, { description: hidden('The balance by currency.') })),
    isOfVisible: Type.Boolean({
      description: 'Whether there may be invoices that you may not see, which `due` leaves out.',
    }),
    paying: Nullable(
      Type.Object(
        {
          payable: Type.Object(
            { count: Count, total: Type.Number({ examples: [1250], description: 'In USD.' }) },
            { description: 'The overdue invoices that can be paid by card now.' },
          ),
          isEnrolled: Type.Boolean(),
          card: Nullable(Card),
          cardNotice: Nullable(
            Type.Enum(['missing', 'stopped', 'expired', 'soon'], {
              description:
                'Why a default card must be chosen or replaced; null: it need not be. `missing`: AutoPay has none.',
            }),
          ),
          cardLastDay: Nullable(DayText),
          nextRun: Nullable(
            Type.Object({
              runsAt: InstantText,
              count: Count,
              total: Type.Number({ examples: [1250], description: 'In USD.' }),
              overdueCount: Count,
            }),
          ),
          notCovered: Count,
          hidden: Type.Integer({
            minimum: 0,
            examples: [0],
            description: 'How many invoices of other categories AutoPay considers as well.',
          }),
        },
        { description: hidden('What can be paid by card, and what AutoPay will charge.') },
      ),
    ),
    asked: Type.Array(
      Type.Object({
        invoiceNumber: Text('INV-2026-1107'),
        amount: Amount,
        currencyIsoCode: CurrencyCode,
        since: InstantText,
        isInBatch: Type.Boolean({ description: 'Whether other payments wait for it.' }),
      }),
      { description: 'Your payments that wait for you to confirm them with the bank.' },
    ),
    approvals: Nullable(
      Type.Object(
        {
          count: Count,
          total: Type.Number({ examples: [14850], description: 'Installation fees in USD.' }),
          ids: Type.Array(Text('ER-3107'), { description: 'The newest of them.' }),
        },
        { description: hidden('Equipment requests that wait for approval.') },
      ),
    ),
    accessRequests: Type.Array(
      Type.Object({
        userId: UuidText,
        userName: PersonName,
        permission: PermissionKey,
        createdDate: InstantText,
      }),
      { description: 'Permissions that colleagues request.' },
    ),
    drafts: Type.Array(
      Type.Object({
        id: Type.Integer({ examples: [1042] }),
        savedBy: PersonName,
        itemCount: Count,
        createdDate: InstantText,
      }),
      { description: 'The newest saved license orders that were not submitted.' },
    ),
    draftCount: Count,
    unsentItems: Type.Integer({
      minimum: 0,
      examples: [0],
      description: 'Items of the order that you are building and that is not saved.',
    }),
    unsentDraft: Nullable(
      Type.Integer({ examples: [1042], description: 'The draft that this order changes.' }),
    ),
    refusedRecipients: Type.Array(Type.Object({ email: Email, since: InstantText }), {
      description: 'Addresses that their mail server refuses.',
    }),
    news: Type.Array(News, {
      description:
        'What happened since the last visit, newest first; on the first visit, in the last 7 days.',
    }),
    hasMoreNews: Type.Boolean(),
  },
  { title: 'Home' },
)
export type Home = Static<typeof Home>
