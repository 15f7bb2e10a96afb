import sql, { raw } from 'sql-template-tag'
import type { Kind } from '../kind.ts'
import { optional, required } from '../record-shape.ts'
import { categoryName, wholeNumber } from '../values.ts'

/** Higher numbers belong to the portal, for categories that the books only name (migration 0001). */
const highestNumber = 999_999

/** Selects the categories to rename: those whose former name is new here, with the category of that name. */
const replacedCategories = sql`
  select f.invoice_category_id as former_id, f.name as former_name, c.invoice_category_id, c.name
    from import_category s
    join invoice_category c on c.invoice_category_id = s.invoice_category_id
    join invoice_category f on f.name = s.former_name
   where s.former_name is distinct from c.former_name and f.invoice_category_id <> c.invoice_category_id`

/** Tables with the categories that an invitation or a mailbox gets. */
export const withCategories = ['invite', 'external_recipient']

export const invoiceCategory: Kind = {
  record: 'invoiceCategory',
  table: 'import_category',
  scope: 'records:invoices',
  sentence:
    'A category of invoices; a user sees the invoices of the categories that the user holds.',
  rules: [
    'Two categories cannot have the same name.',
    'A category that other records name is created without your number; its own record adds the number.',
    'A record with the number and another name renames the category: no `formerName` is needed.',
    'The readers of a `formerName` are added once, when the name first arrives.',
  ],
  example: { invoiceCategoryId: 7, name: 'Licenses', formerName: 'Software' },
  key: { sql: 'invoice_category_id', fields: ['invoiceCategoryId'] },
  fields: {
    invoiceCategoryId: required(
      'invoice_category_id int',
      wholeNumber(1, highestNumber),
      'Your number of the category.',
    ),
    name: required(
      'name text',
      categoryName,
      'Name of the category, by which other records name it.',
    ),
    formerName: optional(
      'former_name text',
      categoryName,
      'Name of a category that this one replaces: users who see its invoices also see those of this one.',
      null,
    ),
  },
  checks: [
    sql`
      insert into import_reject (record, field, reason, other)
      select s.record, 'name', 'is also sent for another category:', first
        from (select *, min(record) over (partition by name) as first,
                     min(invoice_category_id) over (partition by name) as lowest,
                     max(invoice_category_id) over (partition by name) as highest
                from import_category) s
       where lowest <> highest`,
    // A category that is known only by its name gets the number of the record; any other category keeps its number.
    sql`
      insert into import_reject (record, field, reason)
      select s.record, 'name', 'belongs to category ' || c.invoice_category_id
        from import_category s join invoice_category c on c.name = s.name
       where c.invoice_category_id <> s.invoice_category_id
         and (c.invoice_category_id <= ${highestNumber}
              or exists (select from invoice_category own
                          where own.invoice_category_id = s.invoice_category_id))`,
  ],
  merge: [
    sql`
      update import_category s
         set verdict = case
               when not exists (select from invoice_category c
                                 where c.invoice_category_id = s.invoice_category_id or c.name = s.name)
               then 'inserted'
               when exists (select from invoice_category c
                             where c.invoice_category_id = s.invoice_category_id and c.name = s.name
                               and (s.former_name is null or s.former_name is not distinct from c.former_name))
               then 'unchanged'
               else 'updated' end
       where s.verdict is null`,
    ...withCategories.map(
      (table) => sql`
        update ${raw(table)} i
           set invoice_category_ids = array_replace(
                 i.invoice_category_ids, c.invoice_category_id, s.invoice_category_id)
          from import_category s join invoice_category c on c.name = s.name
         where s.verdict = 'updated' and c.invoice_category_id = any (i.invoice_category_ids)`,
    ),
    // A trigger and a foreign key update invoices and users.
    sql`
      update invoice_category c set invoice_category_id = s.invoice_category_id
        from import_category s
       where s.verdict = 'updated' and c.name = s.name`,
    sql`
      update invoice_category c set name = s.name
        from import_category s
       where s.verdict = 'updated' and c.invoice_category_id = s.invoice_category_id`,
    sql`
      insert into invoice_category (invoice_category_id, name)
      select invoice_category_id, name from import_category where verdict = 'inserted'`,
    sql`
      with replaced as (${replacedCategories}),
      carried as (
        insert into user_category (account_id, user_id, invoice_category_id)
        select h.account_id, h.user_id, n.invoice_category_id
          from replaced n join user_category h on h.invoice_category_id = n.former_id
            on conflict do nothing
     returning account_id, invoice_category_id)
      insert into history_entry (account_id, actor_name, ip_address, category, entry_type, description)
      select c.account_id, 'Import', 'system', 'User', 'Categories Changed',
             'Category ' || n.former_name || ' is now ' || n.name || ': ' || count(*)
               || case count(*) when 1 then ' user sees' else ' users see' end || ' its invoices, too'
        from carried c join replaced n using (invoice_category_id)
       group by c.account_id, n.former_name, n.name`,
    ...withCategories.map(
      (table) => sql`
        update ${raw(table)} i set invoice_category_ids = array_append(i.invoice_category_ids, n.invoice_category_id)
          from (${replacedCategories}) n
         where n.former_id = any (i.invoice_category_ids)
           and not n.invoice_category_id = any (i.invoice_category_ids)`,
    ),
    sql`
      update invoice_category c set former_name = s.former_name
        from import_category s
       where s.former_name is not null and c.invoice_category_id = s.invoice_category_id
         and c.former_name is distinct from s.former_name`,
  ],
}
