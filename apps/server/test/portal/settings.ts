import { exampleSettings } from '../../../../tools/example-settings.ts'
import { readConfig } from '../../src/config.ts'
import { ConfigError } from '../../src/settings/read-settings.ts'
import { listSettings, type Env } from '../../src/settings/setting.ts'
import { databases, settings } from '../../src/settings/settings.ts'

export const environments = ['production', 'development'] as const

/** The settings that a web server reads. */
export const webSettings = listSettings({ ...settings, databaseUrl: databases.app })

const optional = {
  EVENTS_URL: 'https://erp.example.com',
  EVENTS_SECRETS: `whsec_${'A'.repeat(32)}`,
  METRICS_PORT: '9464',
}
const sandbox = {
  STRIPE_API_BASE: 'http://localhost:3002',
  STRIPE_JS_URL: 'http://localhost:3002/endive/stripe.js',
}

/** Includes optional settings, so that every setting is read. */
export function completeSettings(environment: (typeof environments)[number]): Env {
  const provider = environment === 'development' ? sandbox : {}
  return { ...exampleSettings(environment), ...optional, ...provider }
}

/** Returns the problems that stop a web server with these settings. */
export function problemsOf(env: Env): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}
