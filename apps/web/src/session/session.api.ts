import * as endpoints from '@portal/domain/session/session.endpoints'
import { queryOptions, type QueryClient, type QueryFilters } from '@tanstack/react-query'
import type { Myself } from '@portal/domain/session/session.schema'
import { CallFailed } from '../api/call-failed.ts'
import { call, rightsOf, send } from '../api/call.ts'
import { config } from '../api/config.ts'
import { withCompany } from '../kernel/company-in-address.ts'
import { claimBrowser, leaveBrowser, rememberName } from './browser-traces.ts'
import { rightsFollower } from './follow-rights.ts'
import { forgetInvitationCode } from './invitation-code.ts'
import { escapedPath } from './return-path.ts'
import { safeRedirect } from './safe-redirect.ts'

export const authenticationQuery = queryOptions({
  queryKey: ['session', 'authentication'],
  queryFn: checkAuthentication,
  staleTime: Infinity,
  // Checking the sign-in on every window focus would only add requests.
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
      console.warn('The sign-in state could not be checked.', error)
    }
    throw error
  }
}

/** The signed-in user, with the digest of these permissions. */
export interface Me extends Myself {
  rights: string | undefined
}

/** Null for an invited person who is not a user yet. */
async function lookUpMyself(client: QueryClient, signal: AbortSignal): Promise<Me | null> {
  const known = client.getQueryData(myselfQuery.queryKey)
  const me = await fetchMyself(signal)
  // A newer request has replaced this one.
  signal.throwIfAborted()
  const isAnother = me ? claimBrowser(me) : Boolean(known)
  // Set first, or the page would request once more what the user may no longer see.
  client.setQueryData(myselfQuery.queryKey, me)
  if (isAnother) void client.invalidateQueries({ queryKey: authenticationQuery.queryKey })
  if (isAnother || (known && me && hasRightBeyond(known, me))) void forgetCompanies(client)
  else if (known && me && hasRightBeyond(me, known)) void refreshCompanies(client)
  return me
}

async function fetchMyself(signal: AbortSignal): Promise<Me | null> {
  try {
    const answer = await send(endpoints.getMyself, { signal })
    return { ...((await answer.json()) as Myself), rights: rightsOf(answer) ?? undefined }
  } catch (error) {
    if (error instanceof CallFailed && error.status === 403) return null
    throw error
  }
}

/** Whether one user has a permission that the other lacks. True also for two different users. */
function hasRightBeyond(one: Myself, other: Myself): boolean {
  const held = new Set(rightsIn(other))
  return rightsIn(one).some((right) => !held.has(right))
}

const rightsIn = ({ id, accountId, role, permissions, invoiceCategoryIds }: Myself) => [
  `${id} ${accountId} ${role}`,
  ...permissions,
  ...(invoiceCategoryIds ?? []),
]

/** Removes everything that was loaded for another user. */
export const forgetCompanies = (client: QueryClient) => client.resetQueries(ofCompanies)

/** Reloads the visible data and shows the old data meanwhile. */
const refreshCompanies = (client: QueryClient) => client.invalidateQueries(ofCompanies)

const ofCompanies: QueryFilters = { predicate: ({ queryKey }) => queryKey[0] !== 'session' }

/** Keeps the page at the permissions that the server applies (decision 0003). */
export const followRights = (client: QueryClient) =>
  rightsFollower({
    shown: () => client.getQueryData(myselfQuery.queryKey)?.rights,
    // A request that is already in progress may be older than the response.
    ask: () => client.refetchQueries({ queryKey: myselfQuery.queryKey }, { throwOnError: true }),
  })

/** The session has ended: a guarded screen starts sign-in, unless the user is signing out. */
export function markSignedOut(client: QueryClient, leaving = false) {
  rememberName(null)
  const signedOut = { isAuthenticated: false, userName: null, leaving }
  client.setQueryData(authenticationQuery.queryKey, signedOut)
  client.removeQueries({ queryKey: myselfQuery.queryKey })
}

/** After a sign-out, here or in another tab: clears the browser's stored data and shows the landing page. */
export async function leavePages(client: QueryClient, goToStart: () => Promise<void>) {
  leaveBrowser()
  forgetInvitationCode()
  markSignedOut(client, true)
  await goToStart()
  markSignedOut(client)
  await forgetCompanies(client)
}

/**
 * Starts sign-in and leaves for the identity provider; returns only if that fails. With `anotherAccount` the provider
 * lets the user choose an account, even if the user is signed in there.
 */
export async function signIn(returnUrl: string, anotherAccount = false): Promise<never> {
  // Sign-in needs cookies, and the next page explains how to allow them. It replaces this page, or Back would return here.
  if (!navigator.cookieEnabled) return untilLeft(() => location.replace('/notSigned'))
  const { redirectUrl } = await call(endpoints.signIn, {
    body: {
      returnUrl: escapedPath(withCompany(returnUrl)),
      ...(anotherAccount && { anotherAccount }),
    },
    keepsSession: true,
  })
  return leaveFor(redirectUrl)
}

/** Ends the session. Returns the identity provider's sign-out address, if it has one. */
export async function signOut(): Promise<string | undefined> {
  const answer = await call(endpoints.signOut, {
    keepsSession: true,
  })
  return answer?.redirectUrl
}

/** Leaves the portal. */
export function leaveFor(redirectUrl: string): Promise<never> {
  const { signInOrigins } = config
  const target = safeRedirect(redirectUrl, { here: location.origin, signInOrigins })
  if (!target) throw new Error('The redirect address is not allowed.')
  return untilLeft(() => location.assign(target))
}

/** The promise never settles, so that callers stay locked until the page is gone. */
function untilLeft(leave: () => void): Promise<never> {
  leave()
  return new Promise(() => {})
}
