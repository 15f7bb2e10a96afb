import { givenText, isGroup, isProduction, isSetting, listSettings, type Env } from './setting.ts'
import { databases, sections } from './settings.ts'

/** Returns likely mistakes that do not prevent the start. */
export function settingWarnings(env: Env): string[] {
  return [
    ...misspelled(env),
    ...withoutEffect(env),
    ...withoutProxy(env),
    ...withoutSecurityEmail(env),
    ...withVouchedIssuer(env),
    ...withoutTls(env),
  ]
}

/** Returns every unknown name with our prefixes, and other names that differ from a setting by one typing error. */
function misspelled(env: Env): string[] {
  const known = listSettings(sections).map(({ name }) => name)
  const unknown = Object.keys(env).filter((name) => !known.includes(name))
  return unknown.flatMap((name) => {
    const [nearest] = known
      .map((setting) => ({ setting, typos: typosBetween(name, setting) }))
      .sort((a, b) => a.typos - b.typos)
    if (!nearest) return []
    const isOurs = name.startsWith('PORTAL_')
    // Short names, such as PORT, are one typing error away from too many others.
    const isLikely = nearest.typos === 1 && nearest.setting.length > 6
    return isOurs || isLikely ? [`${name} is not a setting. Did you mean ${nearest.setting}?`] : []
  })
}

/** Counts added, missing, replaced or swapped letters. */
function typosBetween(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const above = rows[i - 1]!
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] && i > 1 && j > 1
      row.push(
        Math.min(
          above[j]! + 1,
          row[j - 1]! + 1,
          above[j - 1]! + cost,
          isSwapped ? rows[i - 2]![j - 2]! + 1 : Infinity,
        ),
      )
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}

function withoutEffect(env: Env): string[] {
  const groups = Object.values(sections).flatMap((section) =>
    isSetting(section) ? [] : Object.values(section).filter(isGroup),
  )
  return groups
    .filter(({ ifSet }) => !givenText(env, ifSet))
    .flatMap(({ ifSet, settings }) =>
      listSettings(settings)
        .filter(({ name }) => givenText(env, name))
        .map(({ name }) => `${name} has no effect without ${ifSet}.`),
    )
}

function withoutProxy(env: Env): string[] {
  if (!isProduction(env) || givenText(env, 'TRUST_PROXY')) return []
  return [
    'TRUST_PROXY is unset: limits and history use the address of the proxy for every request.',
  ]
}

function withoutSecurityEmail(env: Env): string[] {
  if (!isProduction(env) || givenText(env, 'SECURITY_EMAIL')) return []
  return [
    'SECURITY_EMAIL is unset: only super admins get the emails about changed bank details and super admins.',
  ]
}

function withVouchedIssuer(env: Env): string[] {
  const vouched = givenText(env, 'OIDC_EMAIL_IS_VERIFIED')
  if (!vouched) return []
  const isUsed = vouched === givenText(env, 'OIDC_ISSUER')
  return [
    isUsed
      ? `OIDC_EMAIL_IS_VERIFIED: the addresses of ${vouched} count as verified, unless it reports that one is not.`
      : 'OIDC_EMAIL_IS_VERIFIED has no effect: it is not the OIDC_ISSUER.',
  ]
}

/** Returns connections that may be unencrypted. Connections by http are refused by the settings themselves. */
function withoutTls(env: Env): string[] {
  if (!isProduction(env)) return []
  const toDatabase = listSettings(databases)
    .filter(({ name }) => isRemote(env, name, isUnverified))
    .map(
      ({ name }) =>
        `${name} has no sslmode=verify-full: data may travel in plain, or to another server.`,
    )
  const isPlainMail = isRemote(env, 'SMTP_URL', ({ protocol }) => protocol !== 'smtps:')
  const toMail = 'SMTP_URL uses TLS only if the server offers it: use smtps://.'
  return isPlainMail ? [...toDatabase, toMail] : toDatabase
}

/** The driver will give the other modes weaker meanings in its next major version. */
const isUnverified = ({ searchParams }: URL) => searchParams.get('sslmode') !== 'verify-full'

/** Whether the address is set, passes the test, and is on another machine. */
function isRemote(env: Env, name: string, test: (address: URL) => boolean): boolean {
  const text = givenText(env, name) ?? ''
  if (!URL.canParse(text)) return false
  const address = new URL(text)
  return !/^(|localhost|127(\.\d+){3}|\[::1\])$/.test(address.hostname) && test(address)
}
