import sql from 'sql-template-tag'
import type { Kind } from '../kind.ts'
import { optional, required } from '../record-shape.ts'
import { accountId, instant, line, questionId, text } from '../values.ts'
import { dateCopies, isNotAhead } from './extracts.ts'

const staged = 'import_invoice_answer'

/** The provider's answer to a question about an invoice (decision 0073). */
export const invoiceAnswer: Kind = {
  record: 'invoiceAnswer',
  noun: ['answer to a question', 'answers to questions'],
  table: staged,
  scope: 'records:invoices',
  sentence: 'Your answer to a question that a customer asked about a line of an invoice.',
  rules: [
    'The question is that of an event `invoice.question`. An id that the portal does not know is rejected, and so is a question of another company.',
    'The user who asked gets one email about each answer, if the user may still see the invoice.',
    'Another answer to the same question replaces the one before.',
    'A record whose `date` is older than the newest of its question changes nothing and counts as `stale`; of equal ones, and without a date, the last to arrive counts.',
    '`date` more than 5 minutes ahead of the portal is rejected; up to 5 minutes ahead counts as now.',
    'A question that the user withdrew can be answered too; the answer is shown, without an email.',
  ],
  example: {
    accountId: '10412',
    questionId: '3f0a4f6e-2b8e-4f1b-9d5e-0c1a2b3c4d5e',
    answer: 'It is billed from the day on which it was set up. The next invoice has a whole month.',
    answeredBy: 'Nora Lind',
    date: '2026-11-01T09:30:00Z',
  },
  key: { sql: 'question_id', fields: ['questionId'] },
  fields: {
    accountId: required('account_id text', accountId, 'Company of the user who asked.'),
    questionId: required(
      'question_id uuid',
      questionId,
      'The question: the `questionId` of its event.',
    ),
    answer: required(
      'answer text',
      text(10_000, 1),
      'The answer, for the user who asked and for all who may see the invoice.',
    ),
    answeredBy: optional(
      'answered_by text',
      line(300),
      'Name of the person who answered; absent: no person is named.',
      null,
    ),
  },
  // Not part of the digest: the same answer with another date is not a change.
  undigested: {
    date: optional(
      'as_of timestamptz',
      instant,
      'When it was answered; absent: when the record arrives.',
      null,
    ),
  },
  checks: [
    sql`
      insert into import_reject (record, field, reason)
      select s.record, 'questionId', 'names no question of the portal: ' || s.question_id
        from import_invoice_answer s
       where not exists (select from invoice_question q where q.id = s.question_id)`,
    sql`
      insert into import_reject (record, field, reason)
      select s.record, 'questionId', 'belongs to another company: ' || min(q.account_id)
        from import_invoice_answer s join invoice_question q on q.id = s.question_id
       group by s.record, s.account_id
      having not bool_or(q.account_id = s.account_id)`,
    dateCopies({ staged, key: 'question_id' }),
    isNotAhead(staged, 'date'),
  ],
  merge: [
    // The lock prevents a user from withdrawing a question that is being answered.
    sql`
      select from invoice_question q
        join import_invoice_answer s on s.account_id = q.account_id and s.question_id = q.id
       order by q.account_id, q.id
         for update of q`,
    sql`
      update import_invoice_answer s
         set verdict = case when s.as_of < q.answer_date then 'stale'
                            when q.answer_digest = s.digest then 'unchanged'
                            when q.answer is null then 'inserted'
                            else 'updated' end
        from invoice_question q
       where s.verdict is null and q.account_id = s.account_id and q.id = s.question_id`,
    sql`
      update invoice_question q
         set answer_date = greatest(q.answer_date, least(s.as_of, portal_now()))
        from import_invoice_answer s
       where q.account_id = s.account_id and q.id = s.question_id
         and s.verdict in ('inserted', 'updated', 'unchanged') and s.as_of is not null`,
    sql`
      update invoice_question q
         set answer = s.answer, answered_by = s.answered_by, answer_digest = s.digest,
             answered_at = least(coalesce(s.as_of, portal_now()), portal_now()), answer_noted_at = portal_now()
        from import_invoice_answer s
       where s.verdict in ('inserted', 'updated') and q.account_id = s.account_id and q.id = s.question_id`,
  ],
}
