import type { FastifyPluginAsync } from 'fastify'
import { homeCalls } from '@portal/domain/home/home.calls'
import type { Home } from '@portal/domain/home/home.schema'
import { mayUse } from '@portal/domain/kernel/permissions'
import type { Deps } from '../deps.ts'
import { readOpenBalances } from '../invoices/owed.queries.ts'
import { findToday } from '../platform/database/today.ts'
import { readSnapshot, type Tx } from '../platform/database/database.ts'
import { scopeOf, withScope, type Scope } from '../platform/database/scope.ts'
import { serve } from '../platform/http/serve.ts'
import { seesOnlySome } from '../session/visible-categories.ts'
import { findDue } from './due.queries.ts'
import { findNews } from './news.queries.ts'
import { findPaying } from './paying.ts'
import {
  findAccessRequests,
  findApprovals,
  findAsked,
  findRefusedRecipients,
  findUnsubmitted,
} from './tasks.queries.ts'
import { noteVisit, type LastVisit } from './visit.queries.ts'

export const homeRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  serve(app, homeCalls.getHome, async (request) => {
    const scope = scopeOf(request)
    const last = await withScope(deps.db, scope, (tx) => noteVisit(tx, scope))
    // Reads everything in one snapshot, so that the parts agree.
    return readSnapshot(deps.db, scope.accountId, (tx) =>
      readHome(tx, scope, last, deps.config.page.cardLimitCents),
    )
  })
}

/** Reads only what the user may see. */
async function readHome(
  tx: Tx,
  scope: Scope,
  last: LastVisit | undefined,
  limitCents: number,
): Promise<Home> {
  const { accountId, actor } = scope
  const may = {
    invoices: mayUse(actor, 'AccessInvoices'),
    pay: mayUse(actor, 'PayInvoices'),
    order: mayUse(actor, 'AccessLicenses'),
    approve: mayUse(actor, 'AccessErfs'),
    manage: mayUse(actor, 'ManageUsers'),
  }
  const today = await findToday(tx)
  const nothing = { drafts: [], draftCount: 0, unsentItems: 0, unsentDraft: null }
  return {
    today,
    lastVisit: last?.at.toISOString() ?? null,
    due: may.invoices ? await findDue(tx, scope, await readOpenBalances(tx, accountId)) : null,
    isOfVisible: may.invoices && (await seesOnlySome(tx, scope)),
    paying: may.pay ? await findPaying(tx, scope, limitCents, today) : null,
    asked: may.pay ? await findAsked(tx, scope) : [],
    approvals: may.approve ? await findApprovals(tx, accountId) : null,
    accessRequests: may.manage ? await findAccessRequests(tx, accountId) : [],
    ...(may.order ? await findUnsubmitted(tx, scope) : nothing),
    refusedRecipients: may.pay || may.manage ? await findRefusedRecipients(tx, accountId, may) : [],
    ...(await findNews(tx, scope, last)),
  }
}
