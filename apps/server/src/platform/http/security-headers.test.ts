import { expect, test } from 'vitest'
import { exampleSettings } from '../../../../../tools/example-settings.ts'
import { readConfig } from '../../config.ts'
import { securityHeaders } from './security-headers.ts'

const sandbox = 'http://localhost:3002'
const development = {
  ...exampleSettings('development'),
  STRIPE_API_BASE: sandbox,
  STRIPE_JS_URL: `${sandbox}/endive/stripe.js`,
}
const production = exampleSettings('production')

/** The sources that the policy allows, by directive. */
function policy(env: Record<string, string | undefined>, path?: string) {
  const text = securityHeaders(readConfig(env), path)['content-security-policy'] ?? ''
  return new Map(
    text.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources]
    }),
  )
}

test('in development the card provider is the sandbox, and only its origin is allowed', () => {
  const allowed = policy(development)
  expect(allowed.get('script-src')).toEqual(["'self'", sandbox])
  expect(allowed.get('connect-src')).toEqual(["'self'", sandbox])
  expect(allowed.get('frame-src')).toEqual([sandbox])
})

test("in production exactly the provider's own addresses are allowed", () => {
  const allowed = policy(production)
  const scripts = ['https://js.stripe.com', 'https://*.js.stripe.com']
  expect(allowed.get('script-src')).toEqual(["'self'", ...scripts])
  expect(allowed.get('connect-src')).toEqual(["'self'", 'https://api.stripe.com'])
  expect(allowed.get('frame-src')).toEqual([...scripts, 'https://hooks.stripe.com'])
})

test("only the page with the provider's checkout allows the sources that the checkout needs", () => {
  const checkout = 'https://checkout.stripe.com'
  const allowed = policy(production, '/accreditation/purchase')
  for (const directive of ['script-src', 'connect-src', 'frame-src'])
    expect(allowed.get(directive)).toEqual([...(policy(production).get(directive) ?? []), checkout])
  expect(allowed.get('img-src')).toContain('https://*.stripe.com')
  for (const path of ['/', '/payments', '/accreditation/purchase/x', '/api/accreditation/purchase'])
    expect(policy(production, path)).toEqual(policy(production))
  expect(policy(development, '/accreditation/purchase')).toEqual(policy(development))
})

test.each([
  ['development', development],
  ['production', production],
])('%s allows no inline code and keeps Trusted Types', (_name, env) => {
  const allowed = policy(env)
  expect([...allowed.values()].flat().filter((source) => /unsafe|^\*$/.test(source))).toEqual([])
  expect(allowed.get('default-src')).toEqual(["'none'"])
  expect(allowed.get('require-trusted-types-for')).toEqual(["'script'"])
  expect(allowed.get('trusted-types')).toEqual(['portal'])
})

test('browsers must use https for two years, with all subdomains, only in production', () => {
  const hsts = (env: typeof production) =>
    securityHeaders(readConfig(env))['strict-transport-security']
  expect(hsts(production)).toBe('max-age=63072000; includeSubDomains')
  expect(hsts(development)).toBeUndefined()
})
