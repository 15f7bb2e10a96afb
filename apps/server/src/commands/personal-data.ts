/** The values that erasing a person writes into columns: SQL by the column's name. */
export type Values = Readonly<Record<string, string>>
/** What erasing writes, by the column that names the person. Rows that are `deleted` have no other purpose than the person. */
export type Rows = Readonly<Record<string, Values | 'deleted'>>

interface PersonalTable {
  /** Columns with the id of a person. The id stays and refers to the former user. */
  ids?: Rows
  /** Columns with an address. */
  addresses?: Rows
  /** Columns that may mention the person, with their types. Address and name are replaced there. */
  texts?: Readonly<Record<string, 'text' | 'json' | 'jsonb'>>
  /** Set if the table has no column `account_id`. */
  isOfNoCompany?: true
  /** Columns that keep name and address, with the reason. */
  kept?: { columns: readonly string[]; reason: string }
}

export const formerName = 'Former user'
const name = `'${formerName}'`
const acted: Values = { actor_name: name, ip_address: `'erased'` }
const address = `'former.user@erased.invalid'`

const agreement = 'proves who agreed to the terms for the company'

/**
 * Every table that names people: `portal export --person` reads it, and `portal erase` changes it. A test erases a person
 * of a used portal and searches all columns for anything that remains.
 */
export const personalData: Readonly<Record<string, PersonalTable>> = {
  access_request: { ids: { user_id: {}, decided_by: {} } },
  accreditation_purchase: {
    addresses: { buyer_email: {} },
    kept: {
      columns: ['buyer', 'buyer_email', 'ip_address'],
      reason: 'is a sale, which the law requires to keep',
    },
  },
  attention_resolution: { texts: { actor_name: 'text' } },
  autopay_enrolment: {
    ids: { actor_id: {} },
    kept: {
      columns: ['actor_name', 'ip_address', 'ended_by_name', 'ended_ip_address'],
      reason: agreement,
    },
  },
  bank_account_change: { texts: { changed_by: 'text' }, isOfNoCompany: true },
  equipment_decision: {
    ids: { actor_id: {} },
    kept: { columns: ['actor_name', 'ip_address'], reason: agreement },
  },
  equipment_request: {
    addresses: { ordered_by_email: { ordered_by: name, ordered_by_email: 'null' } },
    texts: { ordered_by: 'text', customer_notes: 'text' },
  },
  external_recipient: { ids: { granted_by: {} }, addresses: { email: 'deleted' } },
  history_entry: { ids: { actor_id: acted }, texts: { description: 'text' } },
  home_visit: { ids: { person_id: 'deleted' } },
  invite: {
    ids: { invited_by: {}, accepted_user_id: {} },
    addresses: {
      email: {
        email: address,
        revoked_at: 'coalesce(revoked_at, case when accepted_at is null then now() end)',
      },
    },
  },
  invoice_archive: { ids: { user_id: 'deleted' } },
  invoice_question: {
    ids: { actor_id: { actor_name: name } },
    texts: { message: 'text', evidence: 'text', answer: 'text', answered_by: 'text' },
  },
  invoice_view: { ids: { person_id: 'deleted' } },
  license_alias: { texts: { said_name: 'text' } },
  license_order: {
    ids: { requestor_id: { requestor_name: name }, changed_by: { changed_by_name: name } },
    texts: { notes: 'text', requestor_name: 'text', changed_by_name: 'text' },
  },
  license_order_consent: {
    ids: { actor_id: {} },
    kept: { columns: ['actor_name', 'ip_address'], reason: agreement },
  },
  license_order_line: { texts: { withdrawn_by: 'text' } },
  license_order_step: { texts: { reason: 'text' } },
  mail: {
    addresses: { recipient: 'deleted' },
    texts: { about: 'text', subject: 'text', content: 'jsonb', last_error: 'text' },
  },
  mail_address: { addresses: { email: 'deleted' } },
  outbox_event: { texts: { data: 'jsonb' } },
  payment_attempt: { ids: { actor_id: acted } },
  payment_batch: { ids: { actor_id: acted } },
  portal_user: {
    ids: {
      id: {
        email: `id || '@erased.invalid'`,
        first_name: `'Former'`,
        last_name: `'user'`,
        former_keys: `'{}'`,
        former_accounts: `'[]'`,
      },
    },
    addresses: { email: {} },
  },
  provider_event: { texts: { event: 'jsonb', problem: 'text' }, isOfNoCompany: true },
  record_upload: { texts: { report: 'json', problem: 'text' }, isOfNoCompany: true },
  request_key: { ids: { actor_id: 'deleted' } },
  session: { ids: { user_id: 'deleted' }, addresses: { guest_email: 'deleted' } },
  sign_in_directory: {
    ids: { user_id: 'deleted' },
    addresses: { conflict_email: { conflict_email: 'null', conflict_at: 'null' } },
  },
  super_admin_change: { ids: { user_id: { email: address } }, texts: { changed_by: 'text' } },
  transfer_notice: { ids: { actor_id: { actor_name: name } }, texts: { reference: 'text' } },
  unsent_order: { ids: { person_id: 'deleted' } },
  user_category: { ids: { user_id: 'deleted' } },
}
