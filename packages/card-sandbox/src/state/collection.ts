import type { Change } from './journal.ts'

type Kept = { id: string; created: number }

/** Records of one kind. They are replaced, never modified, so that every change is recorded. */
export class Collection<T extends Kept> {
  private readonly records = new Map<string, T>()

  constructor(
    private readonly name: string,
    loaded: Iterable<object>,
    private readonly note: (change: Change) => void,
  ) {
    // The journal contains what this collection has written.
    for (const record of loaded as Iterable<T>) this.records.set(record.id, record)
  }

  get(id: string | null | undefined) {
    return id ? this.records.get(id) : undefined
  }

  put(record: T) {
    this.records.set(record.id, record)
    this.note([this.name, record.id, record])
    return record
  }

  remove(id: string) {
    if (this.records.delete(id)) this.note([this.name, id, null])
  }

  removeOlderThan(second: number) {
    for (const { id, created } of this.records.values()) if (created < second) this.remove(id)
  }

  clear() {
    for (const id of this.records.keys()) this.remove(id)
  }

  newestFirst() {
    return [...this.records.values()].reverse()
  }

  snapshot(): Change[] {
    return [...this.records].map(([id, record]) => [this.name, id, record])
  }
}
