import { Collection } from './collection.ts'
import type { Change, Journal } from './journal.ts'
import type * as records from './records.ts'

const daySeconds = 86_400

/** All records of the provider, written to disk when a call commits. */
export function openStore(journal: Journal, now: () => number) {
  const loaded = replay(journal.load())
  let changes: Change[] = []
  const note = (change: Change) => void changes.push(change)
  const open = <T extends { id: string; created: number }>(name: string) =>
    new Collection<T>(name, loaded.get(name)?.values() ?? [], note)

  const collections = {
    customers: open<records.CustomerRecord>('customers'),
    tokens: open<records.TokenRecord>('tokens'),
    paymentMethods: open<records.PaymentMethodRecord>('paymentMethods'),
    setupIntents: open<records.SetupIntentRecord>('setupIntents'),
    paymentIntents: open<records.PaymentIntentRecord>('paymentIntents'),
    checkouts: open<records.CheckoutRecord>('checkouts'),
    charges: open<records.ChargeRecord>('charges'),
    refunds: open<records.RefundRecord>('refunds'),
    disputes: open<records.DisputeRecord>('disputes'),
    events: open<records.EventRecord>('events'),
    answers: open<records.AnswerRecord>('answers'),
  }
  const all = Object.values(collections)

  // The provider deletes idempotency keys after a day and events after thirty.
  collections.answers.removeOlderThan(now() - daySeconds)
  collections.events.removeOlderThan(now() - 30 * daySeconds)
  compact()

  function compact() {
    journal.compact(all.flatMap((collection) => collection.snapshot()))
    changes = []
  }

  return {
    ...collections,
    /** Writes all changes since the last commit to disk, atomically. */
    commit() {
      journal.append(changes)
      changes = []
    },
    clear() {
      for (const collection of all) collection.clear()
      compact()
    },
    close: () => journal.close(),
  }
}

function replay(changes: Change[]) {
  const collections = new Map<string, Map<string, object>>()
  for (const [name, id, record] of changes) {
    const collection = collections.get(name) ?? new Map<string, object>()
    collections.set(name, collection)
    if (record) collection.set(id, record)
    else collection.delete(id)
  }
  return collections
}
