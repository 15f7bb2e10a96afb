import type { AttentionItem, AttentionPage } from '@portal/domain/attention/attention.schema'
import type { AttentionKey } from '@portal/domain/attention/attention-lists'
import { startTestPortal, type Browser, type TestPortal } from '../portal/portal.ts'

export type Desk = Awaited<ReturnType<typeof startDesk>>

/** A portal with the desk of two super admins. */
export const startDesk = async () => openDesk(await startTestPortal())

/** Two super admins of the provider company P1, and their view of and actions on items that need attention. */
export async function openDesk(portal: TestPortal) {
  const { given, system } = portal
  await given.company('P1', 'The Provider')
  await given.user('maya@p.example', 'P1', [], [], 'SuperAdmin')
  await given.user('omar@p.example', 'P1', [], [], 'SuperAdmin')
  const maya = await portal.signIn('maya@p.example')
  const omar = await portal.signIn('omar@p.example')
  // Events of the card provider arrive only when a test requests them.
  await portal.sandbox.control('/webhooks', { drop: true })

  const page = async () => (await maya.get('/api/attention')).json<AttentionPage>()
  const list = async (key: AttentionKey) => {
    const { lists } = (await maya.get(`/api/attention?list=${key}`)).json<AttentionPage>()
    return lists.find((one) => one.key === key)?.items ?? []
  }
  return {
    portal,
    maya,
    omar,
    page,
    list,
    count: async () => (await maya.get('/api/attention/count')).json<{ total: number }>().total,
    item: async (key: AttentionKey, subject: string) => {
      const found = (await list(key)).find((one) => one.subject === subject)
      if (!found) throw new Error(`${subject} is not in ${key}`)
      return found
    },
    act: async (
      who: Browser,
      what: string,
      { accountId, id }: Pick<AttentionItem, 'accountId' | 'id'>,
      more: object = {},
    ) => {
      const payload = { accountId, id, ...more }
      const answer = await who.post(`/api/attention/${what}`, { payload })
      return { status: answer.statusCode, message: answer.json<{ message: string }>().message }
    },
    /** The super admins' actions in a company, newest first. */
    historyOf: async (accountId: string) => {
      const { rows } = await system.query<{ line: string }>(
        `select actor_name || ': ' || description as line from history_entry
          where account_id = $1 and actor_name in ('maya Test', 'omar Test') order by id desc`,
        [accountId],
      )
      return rows.map(({ line }) => line)
    },
  }
}
