import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageFolder, requireAsPackage } from './package-folder.ts'
import type { Answer } from './wire/exchange.ts'

const folder = join(packageFolder, 'src/browser')

/** The files for browsers: the provider's script, and the pages of its frames. */
const files: Record<string, string> = {
  '/endive/stripe.js': 'stripe.ts',
  ...Object.fromEntries(
    ['card', 'address', 'challenge', 'checkout'].flatMap((name) => [
      [`/endive/frames/${name}`, `${name}-frame.html`],
      [`/endive/frames/${name}.css`, `${name}-frame.css`],
      [`/endive/frames/${name}.js`, `${name}-frame.ts`],
    ]),
  ),
}

const types = {
  ts: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
}

/**
 * A frame may run only its own script, and may connect to and frame only its own origin (a bank's question). Its fonts may
 * be from the page that shows it, as at the provider.
 */
const framePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
  "frame-src 'self'; font-src http: https:; base-uri 'none'; form-action 'none'"

export type BrowserFile = { headers: Record<string, string>; content: string }

const made = new Map<string, Promise<string>>()

/** Returns the file at a path, or undefined if there is none. */
export async function browserFile(path: string): Promise<BrowserFile | undefined> {
  const name = files[path]
  if (!name) return undefined
  const content = made.get(name) ?? make(name)
  made.set(name, content)
  const ending = name.slice(name.lastIndexOf('.') + 1) as keyof typeof types
  return {
    content: await content,
    headers: {
      'content-type': types[ending],
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'cross-origin',
      ...(ending === 'html' && { 'content-security-policy': framePolicy }),
    },
  }
}

/** Returns a file. Scripts are bundled for browsers at their first request. */
async function make(name: string): Promise<string> {
  const path = join(folder, name)
  if (!name.endsWith('.ts')) return readFile(path, 'utf8')
  const { build } = requireAsPackage('esbuild') as typeof import('esbuild')
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}

/** Pages of any origin may call with a publishable key; the route decides what the key may do. */
export const openToPages = { 'access-control-allow-origin': '*' }

export const preflight: Answer = {
  status: 200,
  body: {},
  headers: {
    'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
    'access-control-allow-headers': 'authorization, content-type, stripe-version',
    'access-control-max-age': '300',
  },
}
