import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** Whether the server can be reached; `offline` if the browser has no network at all. */
export type Connection = 'reached' | 'unreachable' | 'offline'

const readyPath = '/health/ready'
const probeMs = 5000
const longestPauseMs = 30_000

let connection: Connection = 'reached'
let checking: Promise<boolean> | undefined
let next: Promise<boolean> | undefined
let failures = 0
let again: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/**
 * Checks whether the server can be reached. While it cannot, queries pause, and the check is repeated: after growing
 * pauses, and when the browser gets a network or the focus (decision 0052).
 */
export function checkConnection(): Promise<boolean> {
  if (next) return next
  if (!checking) return (checking = check())
  // A check that was already in progress does not cover a later failure.
  next = checking.then(() => {
    next = undefined
    return (checking = check())
  })
  return next
}

async function check(): Promise<boolean> {
  const isReached = await isReady()
  checking = undefined
  clearTimeout(again)
  failures = isReached ? 0 : failures + 1
  if (!isReached) again = setTimeout(() => void checkConnection(), pauseAfter(failures))
  change(isReached ? 'reached' : navigator.onLine ? 'unreachable' : 'offline')
  return isReached
}

const isReady = () =>
  fetch(readyPath, { cache: 'no-store', signal: AbortSignal.timeout(probeMs) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Doubled each time, and random, so that not all browsers return in the same second. */
export function pauseAfter(failures: number, random = Math.random()): number {
  return Math.min(longestPauseMs, 1000 * 2 ** (failures - 1)) * (0.5 + random / 2)
}

let lost = new AbortController()

/**
 * Aborted when the server can be reached again after the connection was lost: earlier requests may never get a
 * response, for example because a phone has moved to another network.
 */
export const whenReachedAgain = () => lost.signal

function change(next: Connection) {
  if (next === connection) return
  connection = next
  if (next === 'reached') {
    lost.abort(new DOMException('The connection was lost meanwhile.', 'NetworkError'))
    lost = new AbortController()
  }
  for (const listener of listeners) listener()
  onlineManager.setOnline(next === 'reached')
}

/** Loads code; if that fails, once more when the server can be reached. */
export const loadWhenReached = <Loaded>(load: () => Promise<Loaded>): Promise<Loaded> =>
  load().catch(async (failure: unknown) => {
    await checkConnection()
    await until(true)
    return load().catch(() => loadAnew<Loaded>(failure))
  })

let loads = 0

/**
 * Loads a module of the portal under another address: browsers remember that an address failed and do not request it again
 * (Chromium 150). The failure names the address, except in Safari.
 */
function loadAnew<Loaded>(failure: unknown): Promise<Loaded> {
  const [address] = /https?:\/\/\S+\.js/.exec(String(failure)) ?? []
  if (!address?.startsWith(`${location.origin}/`)) throw failure
  loads += 1
  return import(/* @vite-ignore */ `${address}?again=${loads}`) as Promise<Loaded>
}

/** Resolves when the server cannot be reached. */
export const untilLost = () => until(false)

function until(wanted: boolean): Promise<void> {
  if (onlineManager.isOnline() === wanted) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = onlineManager.subscribe((isReached) => {
      if (isReached !== wanted) return
      stop()
      resolve()
    })
  })
}

/** The message to the user. */
export const lostTexts = {
  offline: 'You are offline.',
  unreachable: 'The portal cannot be reached.',
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => connection)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Follows the browser's events from now on. */
export function followConnection() {
  // The browser's own opinion can be wrong: only a check decides.
  onlineManager.setEventListener(() => undefined)
  const check = () => void checkConnection()
  const checkIfLost = () => connection !== 'reached' && check()
  addEventListener('offline', () => {
    check()
    // The first check may still pass through a connection that is being lost.
    setTimeout(check, 2000)
  })
  addEventListener('online', check)
  addEventListener('focus', checkIfLost)
  document.addEventListener('visibilitychange', checkIfLost)
}
