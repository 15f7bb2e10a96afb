import sql from 'sql-template-tag'
import { equipmentStatuses } from '@portal/domain/equipment/status'
import { cents } from '../amounts.ts'
import type { Kind } from '../kind.ts'
import { optional, required } from '../record-shape.ts'
import { accountId, day, email, key, oneOf, text } from '../values.ts'
import { verdictByDigest } from './merge-rows.ts'

export const equipmentRequest: Kind = {
  record: 'equipmentRequest',
  noun: ['equipment request', 'equipment requests'],
  table: 'import_equipment',
  scope: 'records:equipment',
  sentence: 'A request for equipment (ERF), which the company approves or cancels.',
  rules: [
    "A customer's approval or cancellation stands until a record's status differs from that of the previous record.",
    'When a request of the last 30 days waits for approval, the users who may decide get an email; they and the requester get one for every later status.',
    'A number that belongs to a request of another company is rejected.',
  ],
  example: {
    equipmentRequestId: 'ERF-2041',
    accountId: '10412',
    orderDate: '2026-10-28',
    orderedBy: 'Ingrid Solberg',
    orderedByEmail: 'ingrid.solberg@aldgate.example',
    externalOrderStatus: 'Pending Customer Approval',
    customerNotes: 'Delivery at the back door.',
    lineItems: [
      {
        id: '1',
        equipmentName: '10G switch',
        installationFee: '250.00',
        equipmentType: 'Network',
        dataCenter: 'LD4',
        notes: 'Rack 14',
      },
    ],
  },
  key: { sql: 'equipment_request_id', fields: ['equipmentRequestId'] },
  fields: {
    equipmentRequestId: required(
      'equipment_request_id text',
      key(64, 'equipmentRequest'),
      'Your number of the request.',
    ),
    accountId: required('account_id text', accountId, 'Company that the equipment is for.'),
    orderDate: required('order_date date', day, 'Day of the request.'),
    orderedBy: optional('ordered_by text', text(300), 'Name of the requester.'),
    orderedByEmail: optional(
      'ordered_by_email text',
      email,
      'Address of the requester, who gets emails about the request if the address belongs to a user of the company. Without it, the only user of that name gets them.',
      null,
    ),
    externalOrderStatus: required(
      'status text',
      oneOf(equipmentStatuses),
      'Status of the request; customers decide on it while it is `Pending Customer Approval`.',
    ),
    customerNotes: optional('customer_notes text', text(10_000), "The customer's notes."),
  },
  lists: {
    lineItems: {
      sentence: 'Equipment to install.',
      table: 'import_equipment_line',
      item: {
        id: required('id text', key(64), 'Your number of the line.'),
        equipmentName: required('equipment_name text', text(1000, 1), 'Name of the equipment.'),
        installationFee: optional(
          'fee_cents bigint',
          cents,
          'Fee for the installation, in USD.',
          0,
        ),
        equipmentType: optional('equipment_type text', text(300), 'Type of the equipment.'),
        dataCenter: optional('data_center text', text(300), 'Where it is installed.'),
        notes: optional('notes text', text(10_000), 'Notes on the line.'),
      },
    },
  },
  checks: [
    sql`
      insert into import_reject (record, field, reason)
      select s.record, 'equipmentRequestId', 'belongs to another company: ' || e.account_id
        from import_equipment s join equipment_request e using (equipment_request_id)
       where e.account_id <> s.account_id`,
  ],
  // A record's status is compared with the status of the previous import, not with the row: an unchanged status must
  // not undo what the customer has approved or cancelled in the portal since.
  merge: [
    verdictByDigest('import_equipment', 'equipment_request', [
      'account_id',
      'equipment_request_id',
    ]),
    sql`
      insert into equipment_request (
             account_id, equipment_request_id, order_date, ordered_by, ordered_by_email, external_order_status,
             books_status, customer_notes, record_digest)
      select account_id, equipment_request_id, order_date, ordered_by, ordered_by_email, status, status,
             customer_notes, digest
        from import_equipment
       where verdict in ('inserted', 'updated')
          on conflict (account_id, equipment_request_id) do update
         set order_date = excluded.order_date, ordered_by = excluded.ordered_by,
             ordered_by_email = excluded.ordered_by_email,
             external_order_status = case equipment_request.books_status
               when excluded.books_status then equipment_request.external_order_status
               else excluded.external_order_status end,
             books_status = excluded.books_status,
             customer_notes = excluded.customer_notes, record_digest = excluded.record_digest`,
    sql`
      delete from equipment_line l
       using import_equipment s
       where s.verdict = 'updated' and l.account_id = s.account_id
         and l.equipment_request_id = s.equipment_request_id`,
    sql`
      insert into equipment_line (
             account_id, equipment_request_id, line_no, id, equipment_name, installation_fee_cents,
             equipment_type, data_center, notes)
      select s.account_id, s.equipment_request_id, l.line_no, l.id, l.equipment_name, l.fee_cents,
             l.equipment_type, l.data_center, l.notes
        from import_equipment s join import_equipment_line l on l.record = s.record
       where s.verdict in ('inserted', 'updated')`,
  ],
}
