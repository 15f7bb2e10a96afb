import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { readConfig, type Config } from '../config.ts'
import type { Database } from '../platform/database.ts'
import { modeOf, readInstance, refuseOtherAccount } from '../platform/instance.ts'
import { isAllowedAddress, Networks } from '../platform/public-lookup.ts'
import { stripeCards } from '../providers/cards/stripe-cards.ts'
import { smtpAnswers } from '../providers/mail/send-mail.ts'
import { givenText } from '../settings/setting.ts'
import { ConfigError } from '../settings/read-settings.ts'
import { settingWarnings } from '../settings/warnings.ts'
import { commandSettings } from './command-settings.ts'

/** Nothing can be said here; the line is no failure. */
export class NotLookedAt extends Error {
  override name = 'NotLookedAt'
}

/** The servers' settings, where they are known at all. */
function knownConfig(): Config {
  const given = commandSettings()
  if (!givenText(given, 'PORTAL_ENV'))
    throw new NotLookedAt("run it with the servers' settings (PORTAL_ENV and the others)")
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

/** A problem of the settings is told once, by its own line. */
function configOrSkip(): Config {
  try {
    return knownConfig()
  } catch (error) {
    throw error instanceof ConfigError ? new NotLookedAt('the configuration is wrong') : error
  }
}

export async function examineIdentity(): Promise<string> {
  const { identity } = configOrSkip()
  const address = `${identity.issuer}/.well-known/openid-configuration`
  const answer = await fetch(address, { signal: AbortSignal.timeout(5000) }).catch(
    (error: unknown) => {
      throw new Error(`${address} does not answer; nobody can sign in`, { cause: error })
    },
  )
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}; is OIDC_ISSUER right?`)
  return 'answers'
}

export async function examineCards(): Promise<string> {
  const config = configOrSkip()
  // A card nobody has: whoever says so knows our key.
  await stripeCards(config)
    .findCard('pm_1NotThereAtAll')
    .catch((error: unknown) => {
      if ((error as { code?: string }).code !== 'resource_missing') throw error
    })
  return 'answers and knows our key'
}

/** Whether the key is the key of the account that the payments in the database are on. */
export async function examineInstance(db: Database): Promise<string> {
  const instance = await readInstance(db)
  const { id, account, livemode } = instance
  if (account === null) return `${id}, on no account of the card provider yet`
  const given = await stripeCards(configOrSkip()).account()
  refuseOtherAccount(instance, given)
  return `${id}, on ${account} in ${modeOf(livemode)}`
}

export async function examineSmtp(): Promise<string> {
  const config = configOrSkip()
  await smtpAnswers(config)
  return 'answers'
}

export async function examineReceiver(): Promise<string> {
  const { events } = configOrSkip()
  if (!events) return 'none (EVENTS_URL is unset): events are offered only'
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
