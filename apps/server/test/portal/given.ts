import pg from 'pg'
import sql from 'sql-template-tag'
import type { EquipmentStatus } from '@portal/domain/equipment/status'
import type { Permission, Role } from '@portal/domain/kernel/permissions'

/** Inserts rows as an import or an administrator would; connects as the system role. */
export class Given {
  constructor(private readonly db: pg.Pool) {}

  async company(accountId: string, name = `Company ${accountId}`): Promise<void> {
    await this.db.query(sql`insert into company (account_id, name) values (${accountId}, ${name})`)
  }

  /** Takes categories by name; new ones are created. */
  async user(
    email: string,
    accountId: string,
    permissions: Permission[] = [],
    categories: string[] = [],
    role: Role = 'User',
  ): Promise<string> {
    const { rows } = await this.db.query<{ id: string }>(sql`
      insert into portal_user (account_id, email, first_name, last_name, role, permissions)
      values (${accountId}, ${email}, ${email.split('@')[0]}, 'Test', ${role}, ${permissions}) returning id`)
    const id = rows[0]!.id
    for (const name of categories)
      await this.db.query(sql`
        insert into user_category (account_id, user_id, invoice_category_id)
        values (${accountId}, ${id}, ${await this.category(name)})`)
    return id
  }

  async category(name: string): Promise<number> {
    const { rows } = await this.db.query<{ id: number }>(sql`
      insert into invoice_category (name) values (${name})
          on conflict (name) do update set name = excluded.name returning invoice_category_id as id`)
    return rows[0]!.id
  }

  /** By default an open USD invoice of $100.00, of books that name payments; returns its id. */
  async invoice(
    accountId: string,
    invoiceNumber: string,
    is: Partial<InvoiceFacts> = {},
  ): Promise<string> {
    const { balance = 10_000, currency = 'USD', category = 'Licenses', due = '2026-12-01' } = is
    const { rows } = await this.db.query<{ id: string }>(sql`
      insert into invoice (account_id, invoice_number, name, customer_number, invoice_type, invoice_category_id,
        source, subsidiary, invoice_date, due_date, service_month, service_period, currency, amount_cents,
        books_balance_cents, names_payments, charged_in_books, is_late_fee, has_pdf, has_xls)
      values (${accountId}, ${invoiceNumber}, ${is.name ?? 'Desk'}, 'C-1', ${is.type ?? 'License'},
        ${await this.category(category)}, ${is.source ?? 'Other'}, ${is.subsidiary ?? 'MTS-US'},
        ${is.date ?? '2026-11-01'}, ${due}, '2026-11', 'Nov 2026', ${currency}, ${is.amount ?? balance},
        ${balance}, ${is.namesPayments ?? true}, ${is.charged ?? false}, ${is.lateFee ?? false}, true, true)
   returning id::text as id`)
    return rows[0]!.id
  }

  async line(
    accountId: string,
    invoiceId: string,
    lineNo: number,
    description: string,
  ): Promise<void> {
    await this.db.query(sql`
      insert into invoice_line (account_id, invoice_id, line_no, product_name, description, quantity, sales_price, total_cents)
      values (${accountId}, ${invoiceId}, ${lineNo}, 'Pro', ${description}, 2, 50, 10000)`)
  }

  /** A request pending approval, with one item per fee in cents. */
  async equipment(
    accountId: string,
    id: string,
    is: { status?: EquipmentStatus; fees?: number[]; day?: string; orderedBy?: string } = {},
  ): Promise<void> {
    const { status = 'Pending Customer Approval', fees = [45_000, 125_050], orderedBy = 'Bea' } = is
    await this.db.query(sql`
      insert into equipment_request (account_id, equipment_request_id, order_date, ordered_by,
                                     external_order_status, books_status, record_digest)
      values (${accountId}, ${id}, ${is.day ?? '2026-11-01'}, ${orderedBy}, ${status}, ${status}, sha256(convert_to(${id}, 'UTF8')))`)
    await this.db.query(sql`
      insert into equipment_line (account_id, equipment_request_id, line_no, id, equipment_name, installation_fee_cents)
      select ${accountId}, ${id}, n, n::text, 'Router ' || n, fee
        from unnest(${fees}::bigint[]) with ordinality as line (fee, n)`)
  }
}

interface InvoiceFacts {
  namesPayments: boolean
  balance: number
  amount: number
  currency: string
  category: string
  due: string | null
  date: string
  name: string
  type: string
  source: string
  subsidiary: string
  charged: boolean
  lateFee: boolean
}
