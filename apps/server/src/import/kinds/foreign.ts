import sql, { type Sql } from 'sql-template-tag'

// Which company has what, in the portal or in the same import. Statements that return `value` and
// `account_id`.

/** Licenses of records, and those that orders add. */
export const licenseOwners = sql`
  select license_id as value, account_id from provided_license
   union all
  select license_id, account_id from import_provided_license
   union all
  select portal_id, account_id from license_order_line`

/** Orders by the ids of their records, and by the portal's. */
export const licenseOrderOwners = sql`
  select external_id as value, account_id from license_order where external_id is not null
   union all
  select portal_id, account_id from license_order
   union all
  select external_id, account_id from import_license`

export const equipmentOwners = sql`
  select equipment_request_id as value, account_id from equipment_request
   union all
  select equipment_request_id, account_id from import_equipment`

interface Named {
  /** The staged records `s`. */
  from: Sql
  /** The field that is reported. */
  field: Sql
  value: Sql
  owners: Sql
  /** The records `s` that change nothing: what they name was judged when it was stored. */
  unchanged: Sql
}

/**
 * Rejects a value that other companies have, and the record's own company has not, in new and changed records. A stale
 * record changes nothing.
 */
export const rejectForeign = ({ from, field, value, owners, unchanged }: Named): Sql => sql`
  insert into import_reject (record, field, reason)
  select f.record, f.field, 'belongs to another company: ' || f.owner
    from (select named.record, named.field, min(o.account_id) as owner
            from (select s.record, s.account_id, s.verdict, ${field} as field, ${value} as value from ${from}) named
            join (${owners}) o on o.value = named.value
           where named.verdict is distinct from 'stale'
           group by named.record, named.account_id, named.field
          having not bool_or(o.account_id = named.account_id)) f
   where f.record not in (select s.record from ${unchanged})`
