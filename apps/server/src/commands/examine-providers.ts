import { createHash } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { readConfig, signInOrigins, type Config } from '../config.ts'
import { readCalendar } from '../platform/database/business-calendar.ts'
import type { Database } from '../platform/database/database.ts'
import { readInstance } from '../platform/database/instance.ts'
import { modeOf, refuseOtherAccount } from '../payments/charge/provider-account.ts'
import { collectorHeaders, tracesAddress } from '../platform/log/telemetry.ts'
import { isAllowedAddress, Networks } from '../platform/http/public-lookup.ts'
import { callbackPath } from '../providers/identity/openid-connect.ts'
import { stripeCards } from '../providers/cards/stripe-cards.ts'
import { smtpAnswers } from '../providers/mail/send-mail.ts'
import { givenText } from '../settings/setting.ts'
import { ConfigError } from '../settings/read-settings.ts'
import { settingWarnings } from '../settings/warnings.ts'
import { commandSettings } from './command-settings.ts'

/** A part that cannot be checked here; this is not a failure. */
export class NotChecked extends Error {
  override name = 'NotChecked'
}

/** Returns the servers' settings, if they are known here. */
function knownConfig(): Config {
  const given = commandSettings()
  if (!givenText(given, 'PORTAL_ENV'))
    throw new NotChecked("run it with the servers' settings (PORTAL_ENV and the others)")
  return readConfig(given, 'command line')
}

export async function examineConfiguration(): Promise<string> {
  try {
    const { production, origin } = knownConfig()
    const found = `complete, ${production ? 'production' : 'development'}, ${origin}`
    return [found, ...settingWarnings(commandSettings())].join('\n      warning: ')
  } catch (error) {
    if (error instanceof ConfigError)
      throw new Error(error.problems.join('\n      '), { cause: error })
    throw error
  }
}

/** Returns the settings or skips the check: a problem of the settings is already reported on its own line. */
function configOrSkip(): Config {
  try {
    return knownConfig()
  } catch (error) {
    throw error instanceof ConfigError ? new NotChecked('the configuration is wrong') : error
  }
}

/** The database says which days are business days; a server with another setting was not restarted, or portal migrate did not run. */
export async function examineBusinessDays(db: Database): Promise<string> {
  const here = configOrSkip()
  const stored = await readCalendar(db)
  for (const [setting, name] of calendarSettings)
    if (stored[name] !== here[name])
      throw new Error(
        `${setting} is ${here[name]} here, and ${stored[name]} in the database, which decides: correct the setting, or run portal migrate with it and restart the servers`,
      )
  const { businessTimeZone, booksDayHour } = stored
  return booksDayHour === 0
    ? businessTimeZone
    : `${businessTimeZone}; what the books write before hour ${booksDayHour} counts on the day before`
}

const calendarSettings = [
  ['BUSINESS_TIME_ZONE', 'businessTimeZone'],
  ['BOOKS_DAY_HOUR', 'booksDayHour'],
] as const

export async function examineIdentity(): Promise<string> {
  const { identity, origin } = configOrSkip()
  const address = `${identity.issuer}/.well-known/openid-configuration`
  const answer = await fetch(address, { signal: AbortSignal.timeout(5000) }).catch(
    (error: unknown) => {
      throw new Error(`${address} does not respond; no user can sign in`, { cause: error })
    },
  )
  if (!answer.ok) throw new Error(`${address} returned ${answer.status}; is OIDC_ISSUER right?`)
  const endpoints = (await answer.json()) as Record<string, string | undefined>
  refuseOtherOrigins(identity, endpoints)
  const redirectUri = `${origin}${callbackPath}`
  await refuseUnknownClient(identity, endpoints['token_endpoint'], redirectUri)
  const isKnown = await knowsAddress(identity, endpoints['authorization_endpoint'], redirectUri)
  const returns = isKnown
    ? `returns users to ${redirectUri}`
    : `did not say whether it returns users to ${redirectUri}`
  return `responds, accepts our client, ${returns}`
}

/** Exchanges a fake code. The provider answers invalid_grant only if the client credentials are valid. */
async function refuseUnknownClient(
  { clientId, clientSecret, clientAuth }: Config['identity'],
  endpoint: string | undefined,
  redirectUri: string,
): Promise<void> {
  if (endpoint === undefined) return
  const isBasic = clientAuth === 'client_secret_basic'
  const basic = [clientId, clientSecret].map(encodeURIComponent).join(':')
  const answer = await fetch(endpoint, {
    method: 'POST',
    signal: AbortSignal.timeout(5000),
    headers: isBasic ? { authorization: `Basic ${Buffer.from(basic).toString('base64')}` } : {},
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: 'portal-doctor',
      code_verifier: 'portal-doctor'.padEnd(43, '-'),
      redirect_uri: redirectUri,
      ...(!isBasic && { client_id: clientId, client_secret: clientSecret }),
    }),
  })
  const { error } = (await answer.json().catch(() => ({}))) as { error?: string }
  if (answer.status === 401 || error === 'invalid_client' || error === 'unauthorized_client')
    throw new Error(
      `refuses our client (${error ?? answer.status}); are OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_CLIENT_AUTH right?`,
    )
}

/**
 * Requests a sign-in without any page. A provider that knows the address redirects the browser there with an error.
 * Returns false if the response shows neither.
 */
async function knowsAddress(
  { clientId }: Config['identity'],
  endpoint: string | undefined,
  redirectUri: string,
): Promise<boolean> {
  if (endpoint === undefined) return false
  const url = new URL(endpoint)
  const asked = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    prompt: 'none',
    state: 'portal-doctor',
    nonce: 'portal-doctor',
    code_challenge: createHash('sha256').update('portal-doctor').digest('base64url'),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
  const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(5000) }).catch(
    (error: unknown) => {
      throw new Error(`${endpoint} does not respond; no user can sign in`, { cause: error })
    },
  )
  if (answer.status >= 400)
    throw new Error(
      `refuses to return users to ${redirectUri} (status ${answer.status}); register that address for our client, or is PORTAL_ORIGIN wrong?`,
    )
  return answer.headers.get('location')?.startsWith(redirectUri) ?? false
}

/** Rejects sign-in pages on origins to which the portal's page may not navigate. */
function refuseOtherOrigins(
  identity: Config['identity'],
  {
    authorization_endpoint: signIn = '',
    end_session_endpoint: signOut,
  }: Record<string, string | undefined>,
): void {
  const known = signInOrigins(identity)
  const other = [signIn, signOut ?? signIn].find((one) => !known.includes(new URL(one).origin))
  if (other)
    throw new Error(
      `users cannot be sent to ${other}: set OIDC_PAGE_ORIGIN=${new URL(other).origin}`,
    )
}

export async function examineCards(): Promise<string> {
  const config = configOrSkip()
  // Requests a card that does not exist: a provider that reports this has accepted our key.
  await stripeCards(config)
    .findCard('pm_1NotThereAtAll')
    .catch((error: unknown) => {
      if ((error as { code?: string }).code !== 'resource_missing') throw error
    })
  return 'responds and accepts our key'
}

/** Checks that the key belongs to the provider account of the payments in the database. */
export async function examineInstance(db: Database): Promise<string> {
  const instance = await readInstance(db)
  const { id, account, livemode } = instance
  if (account === null) return `${id}, not yet tied to an account of the card provider`
  const given = await stripeCards(configOrSkip()).account()
  refuseOtherAccount(instance, given)
  return `${id}, on ${account} in ${modeOf(livemode)}`
}

export async function examineSmtp(): Promise<string> {
  const config = configOrSkip()
  await smtpAnswers(config)
  return 'responds'
}

export async function examineReceiver(): Promise<string> {
  const { events } = configOrSkip()
  if (!events) return 'none (EVENTS_URL is unset): events can only be fetched'
  const { hostname } = new URL(events.url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host)
    ? [host]
    : (await lookup(host, { all: true })).map(({ address }) => address)
  const allowed = new Networks(events.allowedNetworks)
  const forbidden = addresses.find((address) => !isAllowedAddress(address, allowed))
  if (forbidden)
    throw new Error(`${hostname} is ${forbidden}, which is not public: EVENTS_ALLOWED_NETWORKS`)
  return `${hostname}, signed with ${events.secrets.length} secret${events.secrets.length > 1 ? 's' : ''}`
}

/** Sends a request without spans. */
export async function examineCollector(): Promise<string> {
  const { tracesTo } = configOrSkip()
  if (!tracesTo) return 'none (OTEL_EXPORTER_OTLP_ENDPOINT is unset)'
  const answer = await fetch(tracesAddress(tracesTo), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...collectorHeaders(process.env) },
    body: '{"resourceSpans":[]}',
    signal: AbortSignal.timeout(5000),
  }).catch((error: unknown) => {
    throw new Error(`${tracesTo} does not respond; traces are lost`, { cause: error })
  })
  if (!answer.ok)
    throw new Error(`${tracesTo} returned ${answer.status}; does it accept OTLP over HTTP?`)
  return 'responds'
}
