import { defaultText, givenText, isProduction, listSettings, type Env } from './setting.ts'
import { sections } from './settings.ts'

/** Returns the text of a setting: the given one, or else its default. */
type Text = (name: string) => string | undefined

/** Values that are valid alone but not together, with the reason. */
const exclusions: { sentence: string; applies: (text: Text, given: Text) => boolean }[] = [
  {
    sentence:
      'BOOKS_CONTAIN_PORTAL_PAYMENTS=never and PORTAL_POSTING=erp exclude each other: no payment would ever be posted',
    applies: (text) =>
      text('BOOKS_CONTAIN_PORTAL_PAYMENTS') === 'never' && text('PORTAL_POSTING') === 'erp',
  },
  {
    sentence:
      'STRIPE_API_BASE and STRIPE_JS_URL must be set together or not at all: the card provider and the sandbox do not know cards of each other',
    // Production refuses each of these settings.
    applies: (text, given) =>
      text('PORTAL_ENV') === 'development' && !given('STRIPE_API_BASE') !== !given('STRIPE_JS_URL'),
  },
  {
    sentence: 'PORT and METRICS_PORT must differ: a process cannot listen twice on one port',
    applies: (text) => text('PORT') === text('METRICS_PORT'),
  },
  mustDiffer('DATABASE_URL', 'SYSTEM_DATABASE_URL'),
  mustDiffer('DATABASE_URL', 'MIGRATION_DATABASE_URL'),
  mustDiffer('SYSTEM_DATABASE_URL', 'MIGRATION_DATABASE_URL'),
]

function mustDiffer(one: string, other: string) {
  return {
    sentence: `${one} and ${other} must differ: each is for a role with different rights`,
    applies: (_: Text, given: Text) => given(one) !== undefined && given(one) === given(other),
  }
}

/** Returns the impossible combinations in the environment. */
export function findExclusions(env: Env): string[] {
  const all = listSettings(sections)
  const production = isProduction(env)
  const given: Text = (name) => givenText(env, name)
  const text: Text = (name) => {
    const setting = all.find((one) => one.name === name)
    if (!setting) throw new Error(`${name} is not a setting`)
    return given(name) ?? defaultText(setting, production)
  }
  return exclusions.flatMap(({ sentence, applies }) => (applies(text, given) ? [sentence] : []))
}
