/** Timers that can all be canceled together. */
export function createTimers() {
  const timers = new Set<NodeJS.Timeout>()
  return {
    later(ms: number, action: () => void) {
      const timer = setTimeout(() => {
        timers.delete(timer)
        action()
      }, ms)
      timers.add(timer)
    },
    clear() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}
