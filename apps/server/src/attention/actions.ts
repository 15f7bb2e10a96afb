import type { AttentionKey, attentionLists } from '@portal/domain/attention/attention-lists'
import type { ResolveItem } from '@portal/domain/attention/attention.schema'
import type { Deps } from '../deps.ts'
import type { TakeEvent } from '../payments/events/take-event.ts'
import { holdLicenses } from '../licenses/link-licenses.ts'
import type { Tx } from '../platform/database/database.ts'
import { askAboutAttempt, retryEvent } from './ask-provider.ts'
import { link, linkAll, part } from './license-actions.ts'
import { acknowledge, clearMark, collect, explain, release, describeEnd } from './money-actions.ts'
import {
  closePurchase,
  confirmBankAccount,
  stopMail,
  noteImport,
  confirmIntended,
  describeRetry,
  sendAgain,
  setAside,
} from './other-actions.ts'
import type { Done, Resolving } from './resolving.ts'

export interface Action {
  /** Calls external systems before any transaction. Returns false if the item no longer needs attention. */
  first?: (deps: Deps & { take: TakeEvent }, item: ResolveItem) => Promise<boolean>
  /** Locks the facts that were shown until the transaction ends. */
  hold?: (tx: Tx, accountId: string) => Promise<void>
  /** Runs in the item's company. Returns undefined if the item no longer needs attention. */
  resolve: (tx: Tx, resolving: Resolving) => Promise<Done | undefined>
}

type Actions = {
  [List in AttentionKey]: Record<keyof (typeof attentionLists)[List]['actions'], Action>
}

/** The actions of each list. Their texts are in `attentionLists`. */
export const actions: Actions = {
  onHold: { explain: { resolve: explain } },
  appliedElsewhere: { release: { resolve: release } },
  otherCurrency: {},
  attempts: {
    ask: { first: askAboutAttempt, resolve: describeEnd },
    handled: { resolve: clearMark },
  },
  unknown: { acknowledge: { resolve: acknowledge } },
  purchases: {
    handedOut: { resolve: (tx, resolving) => closePurchase(tx, resolving, 'paid') },
    refunded: { resolve: (tx, resolving) => closePurchase(tx, resolving, 'expired') },
  },
  events: { retry: { first: retryEvent, resolve: describeRetry }, setAside: { resolve: setAside } },
  mails: { send: { resolve: sendAgain }, giveUp: { resolve: stopMail } },
  imports: { seen: { resolve: noteImport } },
  bankAccounts: { confirm: { resolve: confirmBankAccount } },
  unreadCategories: { intended: { resolve: confirmIntended } },
  licenses: {
    link: { hold: holdLicenses, resolve: link },
    linkAll: { hold: holdLicenses, resolve: linkAll },
  },
  autoPayCards: {},
  autoPayReaders: {},
  signIns: {},
  superAdmins: {},
  questions: {},
  moneyBack: { collect: { resolve: collect } },
  licenseLinks: { part: { hold: holdLicenses, resolve: part } },
}
