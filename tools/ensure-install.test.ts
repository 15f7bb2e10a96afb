import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

type Packages = Record<string, { integrity?: string; optional?: boolean; os?: string[] }>

const locked: Packages = {
  '': {},
  'apps/server': {},
  'node_modules/pg': { integrity: 'sha512-pg' },
  'node_modules/vite': { integrity: 'sha512-vite' },
  'node_modules/only-darwin': { integrity: 'sha512-darwin', optional: true, os: ['darwin'] },
}

/** Returns the arguments of npm if the given install is incomplete; npm itself is simulated. */
function installs(found: Packages | undefined): string | undefined {
  const root = mkdtempSync(join(tmpdir(), 'ensure-install-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const write = (file: string, content: object) =>
    writeFileSync(join(root, file), JSON.stringify(content))
  for (const folder of ['tools', 'node_modules']) mkdirSync(join(root, folder))
  const script = join(root, 'tools/ensure-install.mjs')
  for (const file of ['tools/ensure-install.mjs', 'tools/mark.mjs'])
    copyFileSync(join(import.meta.portalRoot, file), join(root, file))
  write('package-lock.json', { packages: locked })
  if (found) write('node_modules/.package-lock.json', { packages: found })
  const npm = join(root, 'npm.cjs')
  writeFileSync(npm, 'console.log("npm", ...process.argv.slice(2), `[${process.env.NODE_ENV}]`)')
  const env = { ...process.env, npm_execpath: npm, NODE_ENV: 'production' }
  const { stdout, status } = spawnSync(process.execPath, [script], { env, encoding: 'utf8' })
  expect(status).toBe(0)
  return /^npm .*$/m.exec(stdout)?.[0]
}

const { 'node_modules/pg': pg, 'node_modules/vite': vite } = locked as Record<string, object>
const complete = { 'node_modules/pg': pg!, 'node_modules/vite': vite! }
const again = 'npm ci --no-audit --no-fund --include=dev []'

test('an install by npm ci is used: running programs need its files', () => {
  expect(installs(complete)).toBeUndefined()
})

test('an install that is missing, killed, older, without the build tools or of another platform is replaced', () => {
  expect(installs(undefined)).toBe(again)
  expect(installs({ 'node_modules/pg': pg! })).toBe(again)
  expect(installs({ ...complete, 'node_modules/pg': { integrity: 'sha512-old' } })).toBe(again)
  const os = [process.platform === 'darwin' ? 'linux' : 'darwin']
  expect(installs({ ...complete, 'node_modules/native': { os } })).toBe(again)
})
