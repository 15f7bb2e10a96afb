const running = new Map<string, Promise<unknown>>()

/**
 * Runs work of the same name one after the other in this process, so that one company's documents
 * cannot take all of its time.
 */
export async function inTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const before = running.get(name) ?? Promise.resolve()
  const mine = before.then(work, work)
  running.set(name, mine)
  try {
    return await mine
  } finally {
    if (running.get(name) === mine) running.delete(name)
  }
}
