import { Type, type Static } from 'typebox'
import {
  Amount,
  CurrencyCode,
  Day,
  DayText,
  Exact,
  InstantText,
  Nullable,
  Text,
  Uuid,
  UuidText,
} from '../kernel/fields.ts'
import { InvoiceKey } from '../invoices/invoices.schema.ts'
import { PersonName } from '../session/session.schema.ts'
import { messageLimit } from './ask-limits.ts'

const OptionalNumber = Nullable(Type.Number())
const OptionalText = (example: string) => Nullable(Text(example, { maxLength: 300 }))
const example = 'Why is this line billed twice?'

const askedLine = {
  productName: Text('TT Pro', { maxLength: 1000 }),
  description: Text('Nov 2026', { maxLength: 10_000 }),
  moreInfo: Text('Seat 14', { maxLength: 10_000 }),
  userName: OptionalText('tjones'),
  licenseId: OptionalText('L-90311'),
  quantity: OptionalNumber,
  salesPrice: OptionalNumber,
  total: Amount,
  currency: CurrencyCode,
}

/** The content of a line when a user asked about it. `askedLine` returns it for a line of an invoice. */
export const AskedLine = Exact(
  {
    ...askedLine,
    servicePeriodStart: Nullable(Day()),
    servicePeriodEnd: Nullable(Day()),
  },
  { title: 'AskedLine' },
)
export type AskedLine = Static<typeof AskedLine>

const position = (description: string) =>
  Type.Integer({ minimum: 1, maximum: 1_000_000, examples: [3], description })

export const QuestionsKey = InvoiceKey

export const AskQuestion = Exact(
  {
    position: position('The place of the line on the invoice, from 1.'),
    line: AskedLine,
    message: Text(example, {
      minLength: 1,
      maxLength: messageLimit,
      description: 'The question. Spaces around it are left out; line breaks are kept.',
    }),
  },
  {
    title: 'AskQuestion',
    description: '`line` is the line as you saw it: the call is refused if it says something else.',
  },
)
export type AskQuestion = Static<typeof AskQuestion>

export const QuestionKey = Type.Object({
  questionId: Uuid({ description: 'The id of the question.' }),
})

export const InvoiceQuestion = Type.Object(
  {
    id: UuidText,
    position: position('The place of the line when the question was asked.'),
    placeNow: Nullable(
      position('Where that line is now. Null if no line of the invoice says the same any more.'),
    ),
    line: Type.Object(
      {
        ...askedLine,
        servicePeriodStart: Nullable(DayText),
        servicePeriodEnd: Nullable(DayText),
      },
      { description: 'What the line said when the question was asked.' },
    ),
    message: Text(example),
    askedBy: PersonName,
    isYours: Type.Boolean({ description: 'Whether you asked it. Only then can you withdraw it.' }),
    askedAt: InstantText,
    withdrawnAt: Nullable(InstantText),
    answer: Nullable(
      Type.Object({
        text: Text('One of them is for the license of November. We have credited it.'),
        by: Text('Nora Lind', { description: 'Empty if the provider does not name a person.' }),
        at: InstantText,
      }),
    ),
  },
  { title: 'InvoiceQuestion' },
)
export type InvoiceQuestion = Static<typeof InvoiceQuestion>

export const InvoiceQuestions = Type.Array(InvoiceQuestion)
