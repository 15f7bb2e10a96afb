// Installs the dependencies if node_modules is missing or does not match this package-lock.json. This is plain
// JavaScript with only Node's own modules, because it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { takeMark } from './mark.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Node ${process.versions.node} is too old: 20.19 or newer is needed (22 or 24 are best).`,
  )
  process.exit(1)
}

if (!isInstalled()) {
  const mark = join(root, '.installing')
  waitFor(mark)
  try {
    if (!isInstalled()) install()
  } finally {
    rmSync(mark)
  }
}

/**
 * Whether node_modules has every package of package-lock.json, whichever command installed them. An install without the
 * build tools is incomplete; packages of other platforms are optional.
 */
function isInstalled() {
  const packages = (file) => JSON.parse(readFileSync(join(root, file), 'utf8')).packages
  const wanted = packages('package-lock.json')
  // This file does not exist during an install, or after an interrupted one.
  const hidden = 'node_modules/.package-lock.json'
  const found = existsSync(join(root, hidden)) ? packages(hidden) : {}
  const isHere = (names = ['!']) =>
    names.some((name) => name.startsWith('!') || [process.platform, process.arch].includes(name))
  return (
    Object.values(found).every(({ os, cpu }) => isHere(os) && isHere(cpu)) &&
    Object.entries(wanted).every(
      ([path, { optional, integrity }]) =>
        !path.includes('node_modules/') ||
        optional ||
        (path in found && found[path].integrity === integrity),
    )
  )
}

/** Of two concurrent starts, only one installs. */
function waitFor(mark) {
  let said
  for (;;) {
    const holder = takeMark(mark)
    if (holder === undefined) return
    if (holder !== said)
      console.log(`Process ${holder} installs the dependencies (${mark}). Waiting for it …`)
    said = holder
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  }
}

function install() {
  console.log('Installing dependencies (npm ci) …')
  // npm sets npm_execpath for its scripts. NODE_ENV=production would leave out the build tools.
  const npm = process.env.npm_execpath
  const args = ['ci', '--no-audit', '--no-fund', '--include=dev']
  const options = { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: '' } }
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
  if (status !== 0) {
    console.error('npm ci failed; see the messages above.')
    process.exit(status ?? 1)
  }
}
