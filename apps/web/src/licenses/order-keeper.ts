import type {
  DraftState,
  KeptUnsentOrder,
  LicenseOrderDetails,
  OrderConsent,
  ShownItem,
  UnsentOrder,
} from '@portal/domain/licenses/licenses.schema'
import { CallFailed, isUncertain } from '../api/call-failed.ts'
import {
  cleared,
  dataOf,
  emptyOrder,
  fromDraft,
  isEmpty,
  isUnsaved,
  sameData,
  type LocalOrder,
} from './local-order.ts'
import {
  followDraft,
  isOfSaved,
  keepMine,
  nextStep,
  obstacleOf,
  taken,
  toKeep,
} from './order-sync.ts'

/** The calls for one user's order for one company. */
export interface OrderServer {
  /** `keepsSession`: an ended one starts no sign-in. */
  readKept(keepsSession: boolean): Promise<KeptUnsentOrder>
  /** Refused with 409 unless the server's copy has that revision. */
  keep(revision: number, order: UnsentOrder | null, keepsSession: boolean): Promise<KeptUnsentOrder>
  readOrder(id: number): Promise<LicenseOrderDetails>
  save(order: LocalOrder, shown: readonly ShownItem[] | 'draft'): Promise<LicenseOrderDetails>
}

/** The browser's copy, shared by all its tabs. */
export interface OrderCopy {
  read(): LocalOrder
  change(to: (order: LocalOrder) => LocalOrder): void
}

/** The order has changed since the user chose to save it. */
export class OrderMoved extends Error {}

/** The versions that the user saw when choosing. */
export interface Seen {
  order: LocalOrder
  kept: KeptUnsentOrder
}

export type Opened = 'opened' | 'submitted' | 'asks'
export interface Saved {
  id: number
  isDraft: boolean
  consent?: OrderConsent | null
}

/** Another tab may change both copies meanwhile; each round synchronizes them again. */
const mostRounds = 6

/**
 * Synchronizes the browser's copy of an order with the server's, one operation at a time. Calls `told` with an order
 * that was saved in another window or on another device, and `changed` after every synchronization.
 */
export function orderKeeper(
  copy: OrderCopy,
  server: OrderServer,
  { told, changed }: { told: (draft: DraftState) => void; changed: () => void },
) {
  let kept: KeptUnsentOrder | undefined
  let problem: unknown
  let last: Promise<unknown> = Promise.resolve()

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = last.then(work, work)
    last = next.catch(() => {})
    return next
  }

  async function settle(keepsSession = false): Promise<void> {
    try {
      for (let round = 0; round < mostRounds; round += 1) if (await isSettled(keepsSession)) break
      problem = undefined
    } catch (error) {
      problem = error
      throw error
    } finally {
      changed()
    }
  }

  /** One exchange with the server. Returns false if another is needed. */
  async function isSettled(keepsSession: boolean): Promise<boolean> {
    const before = copy.read()
    const mayBeNext = before.isAhead && (!kept || kept.revision <= before.revision)
    kept =
      (mayBeNext && (await send(before, keepsSession))) || (await readKept(before, keepsSession))
    const answer = kept
    const step = nextStep(copy.read(), answer)
    if (step === 'send') return false
    if (step === 'choose' && !answer.order && (await isWhatWasSaved(copy.read(), answer)))
      copy.change((now) => ({ ...now, isAhead: false }))
    else if (step === 'choose') return true
    const replaced = copy.read()
    copy.change((now) => (nextStep(now, answer) === 'take' ? taken(now.user, answer) : now))
    if (!answer.order && answer.draft && !isEmpty(replaced) && isEmpty(copy.read()))
      told(answer.draft)
    await clearIfSaved(answer)
    await follow(answer)
    return !copy.read().isAhead
  }

  /** Returns undefined if the server's copy has another revision. */
  async function send(
    sent: LocalOrder,
    keepsSession: boolean,
  ): Promise<KeptUnsentOrder | undefined> {
    const keeping = server.keep(sent.revision, toKeep(sent), keepsSession)
    const answer = await keeping.catch((error: unknown) => {
      if (error instanceof CallFailed && error.status === 409) return undefined
      throw error
    })
    if (answer)
      copy.change((now) =>
        now.revision === sent.revision
          ? { ...now, revision: answer.revision, isAhead: !isSame(now, sent) }
          : now,
      )
    return answer
  }

  async function readKept(before: LocalOrder, keepsSession: boolean): Promise<KeptUnsentOrder> {
    const answer = await server.readKept(keepsSession)
    // A revision older than ours means that the server was restored from a backup: our copy is sent again.
    if (answer.revision < before.revision)
      copy.change((now) =>
        now.revision === before.revision
          ? { ...now, revision: answer.revision, isAhead: !isEmpty(now) }
          : now,
      )
    return answer
  }

  /** Whether a saved order is ours: the response to saving it was lost, or another tab received it. */
  async function isWhatWasSaved(local: LocalOrder, { draft }: KeptUnsentOrder) {
    if (!draft || draft.status === 'Deleted') return false
    return sameData(dataOf(await server.readOrder(draft.id)), local.data)
  }

  /** An order that was saved and is still here without further changes must not be saved again. */
  async function clearIfSaved(answer: KeptUnsentOrder): Promise<void> {
    const order = copy.read()
    if (!isOfSaved(order, answer) || !(await isWhatWasSaved(order, answer))) return
    copy.change((now) => (isSame(now, order) ? cleared(now) : now))
    told(answer.draft!)
  }

  /** An opened draft without changes of this user always follows its newest version. */
  async function follow(answer: KeptUnsentOrder): Promise<void> {
    const step = followDraft(copy.read(), answer)
    if (step === 'clear')
      copy.change((now) => (followDraft(now, answer) === 'clear' ? cleared(now) : now))
    if (step !== 'reload') return
    const draft = await server.readOrder(answer.draft!.id)
    copy.change((now) =>
      followDraft(now, answer) === 'reload' && draft.version > now.version!
        ? fromDraft(now, draft)
        : now,
    )
  }

  async function saveNow(shown: readonly ShownItem[] | 'draft', seen: LocalOrder): Promise<Saved> {
    // If it fails, saving below fails with its own message.
    await settle(true).catch(() => {})
    const order = copy.read()
    const isThere = !isEmpty(seen) && isEmpty(order) && kept?.draft && !kept.order
    if (isThere) return { id: kept!.draft!.id, isDraft: kept!.draft!.status === 'Draft' }
    if (!isSame(order, seen) || obstacleOf(order, kept)) throw new OrderMoved()
    const saved = await server.save(order, shown).catch(async (error: unknown) => {
      // After a refusal the order gets another key; after a lost response the same key saves it once.
      if (!isUncertain(error))
        copy.change(({ key, ...now }) => (key && key !== order.key ? { key, ...now } : now))
      if (error instanceof CallFailed && error.status === 409) await settle().catch(() => {})
      throw error
    })
    copy.change((now) =>
      isSame(now, order) ? { ...emptyOrder(now.user), revision: order.revision + 1 } : now,
    )
    return saved
  }

  async function openNow(id: number, mayReplace: LocalOrder | undefined): Promise<Opened> {
    await settle().catch(() => {})
    if (copy.read().id === id) return 'opened'
    const draft = await server.readOrder(id)
    if (!draft.isDraft) return 'submitted'
    const mayTake = (now: LocalOrder) =>
      !isUnsaved(now) || (mayReplace !== undefined && isSame(now, mayReplace))
    copy.change((now) => (mayTake(now) ? fromDraft(now, draft) : now))
    return copy.read().id === id ? 'opened' : 'asks'
  }

  /** Carries out a choice, unless one of the versions has changed since the user saw it. */
  async function chooseNow(seen: Seen, to: (order: LocalOrder) => LocalOrder): Promise<void> {
    const isStill = kept && isSameAnswer(kept, seen.kept)
    if (isStill) copy.change((now) => (isSame(now, seen.order) ? to(now) : now))
    await settle().catch(() => {})
  }

  async function takeTheirsNow(seen: Seen): Promise<void> {
    const obstacle = obstacleOf(seen.order, seen.kept)
    if (!obstacle) return
    const draft =
      obstacle.kind === 'draft changed' ? await server.readOrder(obstacle.draft.id) : undefined
    await chooseNow(seen, (now) => {
      if (draft) return fromDraft(now, draft)
      return nextStep(now, seen.kept) === 'choose' ? taken(now.user, seen.kept) : cleared(now)
    })
  }

  return {
    /** The last known server copy. */
    kept: () => kept,
    /** Why the last synchronization failed. */
    problem: () => problem,
    sync: () => inTurn(settle),
    save: (shown: readonly ShownItem[] | 'draft') => {
      const seen = copy.read()
      return inTurn(() => saveNow(shown, seen))
    },
    /** Makes a draft the current order; replaces another order only if it is `mayReplace` or has no unsaved work. */
    open: (id: number, mayReplace?: LocalOrder) => inTurn(() => openNow(id, mayReplace)),
    takeTheirs: (seen: Seen) => inTurn(() => takeTheirsNow(seen)),
    keepMine: (seen: Seen) => inTurn(() => chooseNow(seen, (now) => keepMine(now, seen.kept))),
  }
}
export type OrderKeeper = ReturnType<typeof orderKeeper>

/** Whether two states of an order are equal to the server. */
const isSame = (one: LocalOrder, other: LocalOrder) =>
  sameData(one.data, other.data) &&
  one.id === other.id &&
  one.version === other.version &&
  one.key === other.key

const isSameAnswer = (one: KeptUnsentOrder, other: KeptUnsentOrder) =>
  one.revision === other.revision &&
  one.draft?.version === other.draft?.version &&
  one.draft?.status === other.draft?.status
