import type { Permission } from '@portal/domain/kernel/permissions'
import type pg from 'pg'
import type { Random } from '../../tools/demo/random.ts'
import { cast, companies } from '../../apps/sandbox/src/cast.ts'
import { callAt } from '../call-at.ts'
import { maya, type Person } from '../people.ts'
import { inDatabase } from '../portal-database.ts'
import type { StartedPortal } from '../portal/start-portal.ts'
import type { Change } from './choose-step.ts'
import type { Strangers } from './junk-addresses.ts'

interface Rights {
  accountId: string
  id: string
  permissions: Permission[]
  categories: number[]
}

/** The portal behind the browser: its true state, and the actions of other people. */
export class World {
  #rights: Rights | undefined

  constructor(
    readonly portal: StartedPortal,
    readonly person: Person,
  ) {}

  get #member() {
    return cast.find(({ email }) => email === this.person.email)
  }

  get isSuperAdmin(): boolean {
    return this.#member?.role === 'SuperAdmin'
  }

  /** An invitee has no permissions yet, and a super admin's cannot be removed. */
  get canBeMeddledWith(): boolean {
    return !this.isSuperAdmin && this.#member?.accountId !== undefined
  }

  /** The company of the person, or the one that invites. */
  get accountId(): string {
    return this.#member?.accountId ?? this.#member?.invitedTo ?? ''
  }

  async ask<Row extends pg.QueryResultRow>(sql: string, ...values: unknown[]): Promise<Row[]> {
    return inDatabase(this.portal.dataDir, async (database) => {
      const { rows } = await database.query<Row>(sql, values)
      return rows
    })
  }

  /**
   * The first address of the walk: the landing page, or the link of an invitation. Some walks begin at the newest invoice
   * with lines, about which a user can ask: reaching one would take most of a walk.
   */
  async firstAddress(seed: number): Promise<string> {
    const [invite] = await this.ask<{ code: string }>(
      'select invite_code as code from invite where lower(email) = $1',
      this.person.email,
    )
    if (invite) return `/confirm?code=${invite.code}`
    const rights = await this.rights()
    if (!rights?.permissions.includes('AccessInvoices') || Math.floor(seed / 4) % 2 === 0)
      return '/'
    const [invoice] = await this.ask<{ number: string }>(
      `select i.invoice_number as number from invoice i
        where i.account_id = $1 and i.invoice_category_id = any ($2::bigint[])
          and exists (select from invoice_line l where l.account_id = i.account_id and l.invoice_id = i.id)
        order by i.invoice_date desc, i.id desc limit 1`,
      rights.accountId,
      rights.categories,
    )
    return invoice ? `/invoices/detail/${invoice.number}` : '/'
  }

  /** The current permissions. */
  async rights(): Promise<Rights | undefined> {
    const [found] = await this.ask<Rights>(
      `select u.account_id as "accountId", u.id, u.permissions,
              array(select c.invoice_category_id from user_category c
                     where c.account_id = u.account_id and c.user_id = u.id order by 1) as categories
         from portal_user u
        where lower(u.email) = $1 and u.deactivated_at is null`,
      this.person.email,
    )
    return found
  }

  /** Makes a change as a super admin to the walking person. */
  async meddle(change: Change, dice: Random): Promise<void> {
    const rights = await this.rights()
    if (!rights) return
    this.#rights = rights
    const { accountId, id: userId, permissions, categories } = rights
    const call = async (method: 'post' | 'delete', path: string, data?: object) => {
      const query = `${path}companyFilter=${accountId}`
      const { status, text } = await callAt(this.portal.origin, maya, method, query, data)
      if (status !== 200) throw new Error(`${method} ${query}: ${text}`)
    }
    const leave = (left: Permission[]) =>
      call('post', '/admin/update-user?', { userId, accountId, role: 'User', permissions: left })
    if (change === 'deactivate') await call('delete', `/admin/deactivate?userId=${userId}&`)
    if (change === 'everything') await leave([])
    if (change === 'permission' && permissions.length > 0) {
      const taken = dice.pick(permissions)
      const withIt = taken === 'AccessInvoices' ? [taken, 'PayInvoices'] : [taken]
      await leave(permissions.filter((one) => !withIt.includes(one)))
    }
    if (change === 'category' && categories.length > 0)
      await call('post', '/invoice/invoice-categories/toggle?', {
        userId,
        invoiceCategoryId: dice.pick(categories),
        granted: false,
      })
  }

  /** Restores removed rights or users. The portal cannot reactivate a user, so the database is changed. */
  async giveBack(): Promise<void> {
    if (!this.#rights) return
    const { accountId, id, permissions, categories } = this.#rights
    await this.ask(
      'update portal_user set permissions = $3, deactivated_at = null where account_id = $1 and id = $2',
      accountId,
      id,
      permissions,
    )
    await this.ask(
      `insert into user_category (account_id, user_id, invoice_category_id)
       select $1, $2, unnest($3::integer[]) on conflict do nothing`,
      accountId,
      id,
      categories,
    )
  }

  async endSession(): Promise<void> {
    await this.ask(
      `delete from session s
        where s.guest_email = $1
           or (s.account_id, s.user_id) in (select account_id, id from portal_user where lower(email) = $1)`,
      this.person.email,
    )
  }

  /** Texts of other companies. The provider's name is allowed: it is the seller. */
  async foreignTexts(accountId: string): Promise<string[]> {
    const provider = companies.find(({ isProvider }) => isProvider)?.accountId
    const rows = await this.ask<{ account: string; text: string }>(
      `select account_id as account, name as text from company
        union select account_id, email from portal_user
        union select account_id, first_name || ' ' || last_name from portal_user
        union select account_id, invoice_number from invoice
        union select account_id, equipment_request_id from equipment_request
        union select account_id, external_id from license_order where external_id is not null
        union select account_id, email from invite
        union select account_id, email from external_recipient`,
    )
    const own = rows.filter(({ account }) => account === accountId).map(({ text }) => text)
    return rows
      .filter(({ account, text }) => ![accountId, provider].includes(account) && text.length > 5)
      .map(({ text }) => text)
      .filter((text) => !own.some((one) => one.includes(text)))
      .sort()
  }

  /** Some data of other companies, for addresses. */
  async strangers(): Promise<Strangers> {
    const first = async (column: string, table: string) => {
      const rows = await this.ask<{ id: string }>(
        `select ${column}::text as id from ${table} where account_id <> $1 order by 1 limit 3`,
        this.accountId,
      )
      return rows.map(({ id }) => id)
    }
    return {
      invoices: await first('invoice_number', 'invoice'),
      requests: await first('equipment_request_id', 'equipment_request'),
      orders: await first('id', 'license_order'),
      accounts: await first('account_id', 'company'),
    }
  }
}
