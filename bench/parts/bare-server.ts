import { createServer, type ServerResponse } from 'node:http'
import pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { listInvoices } from '../../apps/server/src/invoices/invoices.queries.ts'
import { Tx } from '../../apps/server/src/platform/database/database.ts'
import type { Scope } from '../../apps/server/src/platform/database/scope.ts'

// A minimal server for the same bytes: without framework, session, permission, transaction and row level security; with
// one prepared query per request.
const scope = JSON.parse(process.env['BARE_SCOPE'] ?? '') as Scope
const port = Number(process.env['BARE_PORT'])
const db = new pg.Pool({ connectionString: process.env['BARE_DATABASE_URL'], max: 10 })

/** Records the server's statement, so that it is not built again for each request. */
class Recorder extends Tx {
  recorded: { name: string; text: string; values: unknown[] } | undefined

  override async one<T extends pg.QueryResultRow>(statement: Sql & { name?: string }) {
    this.recorded = {
      name: statement.name ?? 'bare',
      text: statement.text,
      values: statement.values,
    }
    return super.one<T>(statement)
  }
}

const client = await db.connect()
async function record(ask: (tx: Tx) => Promise<unknown>) {
  const recorder = new Recorder(client)
  await ask(recorder)
  return recorder.recorded
}
const statements = new Map([
  ['/myself', await record(findMyself)],
  ['/list', await record((tx) => listInvoices(tx, scope, { page: 1, perPage: 25 }, []))],
])
client.release()

const server = createServer((request, response) => {
  void answer(request.url ?? '', response)
})
async function answer(path: string, response: ServerResponse): Promise<void> {
  const statement = statements.get(path)
  if (!statement) throw new Error(`no statement for ${path}`)
  const { rows } = await db.query<{ body: string }>(statement)
  const body = rows[0]?.body ?? ''
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}
server.listen(port, '127.0.0.1', () => process.send?.({ ready: true }))
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))

function findMyself(tx: Tx) {
  return tx.one(sql`
    select row_to_json(myself)::text as body
      from (select u.id, u.first_name as "firstName", u.last_name as "lastName", u.email, u.role,
                   u.account_id as "accountId", c.name as "companyName", u.permissions,
                   array(select h.invoice_category_id from user_category h
                          where h.account_id = u.account_id and h.user_id = u.id order by 1) as "invoiceCategoryIds"
              from portal_user u join company c on c.account_id = u.account_id
             where u.account_id = ${scope.accountId} and u.id = ${scope.actor.userId}) myself`)
}
