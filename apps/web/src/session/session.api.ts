import * as endpoints from '@portal/domain/session/session.endpoints'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Myself } from '@portal/domain/session/session.schema'
import { call } from '../api/call.ts'
import { claimBrowser, clearTraces, rememberName } from './browser-traces.ts'
import { escapedPath } from './return-path.ts'
import { safeRedirect } from './safe-redirect.ts'

export const authenticationQuery = queryOptions({
  queryKey: ['session', 'authentication'],
  queryFn: checkAuthentication,
  staleTime: Infinity,
  // Who asks again and again whether somebody signed in would never let the server rest.
  refetchOnWindowFocus: false,
})

export const myselfQuery = queryOptions({
  queryKey: ['session', 'myself'],
  queryFn: ({ client, signal }) => lookUpMyself(client, signal),
})

async function checkAuthentication({ signal }: { signal: AbortSignal }) {
  try {
    const answer = await call(endpoints.isAuthenticated, { signal, keepsSession: true })
    rememberName(answer.isAuthenticated ? answer.userName : null)
    return { ...answer, leaving: false }
  } catch (error) {
    if (!signal.aborted) {
      rememberName(null)
      console.warn('The sign-in could not be checked.', error)
    }
    throw error
  }
}

async function lookUpMyself(client: QueryClient, signal: AbortSignal): Promise<Myself> {
  const known = client.getQueryData(myselfQuery.queryKey)
  const me = await call(endpoints.getMyself, { signal })
  if (claimBrowser(me)) await forgetCompanies(client)
  else if (known && hasLost(known, me)) {
    // First the new rights, or the page would ask once more for what it may no longer see.
    client.setQueryData(myselfQuery.queryKey, me)
    void forgetCompanies(client)
  }
  return me
}

/** Whether something that was loaded may no longer be seen. */
function hasLost(known: Myself, me: Myself): boolean {
  const isOther = known.role !== me.role || known.accountId !== me.accountId
  return isOther || known.permissions.some((permission) => !me.permissions.includes(permission))
}

/** Drops everything that was loaded for somebody else. */
export function forgetCompanies(client: QueryClient) {
  return client.resetQueries({ predicate: (query) => query.queryKey[0] !== 'session' })
}

/** The session is over: a guarded screen starts sign-in, unless somebody is just leaving it. */
export function markSignedOut(client: QueryClient, leaving = false) {
  rememberName(null)
  const signedOut = { isAuthenticated: false, userName: null, leaving }
  client.setQueryData(authenticationQuery.queryKey, signedOut)
  client.removeQueries({ queryKey: myselfQuery.queryKey })
}

/** After a sign-out, here or in another tab: clears what it left in the browser, and shows the start page. */
export async function leavePages(client: QueryClient, goToStart: () => Promise<void>) {
  clearTraces()
  markSignedOut(client, true)
  await goToStart()
  markSignedOut(client)
  await forgetCompanies(client)
}

/** Starts sign-in and leaves for the identity provider; settles only when that is impossible. */
export async function signIn(returnUrl: string): Promise<never> {
  const { redirectUrl } = await call(endpoints.signIn, {
    body: { returnUrl: escapedPath(returnUrl) },
    keepsSession: true,
  })
  return leaveFor(redirectUrl)
}

/** Ends the session; the address to leave for when the identity provider wants to hear of it too. */
export async function signOut(): Promise<string | undefined> {
  const answer = await call(endpoints.signOut, {
    keepsSession: true,
  })
  return answer?.redirectUrl
}

/** Leaves the portal; never settles, so that whatever waits stays locked until the page is gone. */
export function leaveFor(redirectUrl: string): Promise<never> {
  const target = safeRedirect(redirectUrl, location.origin)
  if (!target) throw new Error('The address to leave for is not a safe one.')
  location.assign(target)
  return new Promise(() => {})
}
