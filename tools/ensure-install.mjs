// Installs the dependencies if node_modules is missing or does not match this package-lock.json.
// Plain JavaScript with Node's own modules only, because it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Node ${process.versions.node} is too old: 20.19 or newer is needed (22 or 24 are best).`,
  )
  process.exit(1)
}

const stamp = join(root, 'node_modules/.installed-from')
const lock = readFileSync(join(root, 'package-lock.json'))
const wanted = createHash('sha256')
  .update(lock)
  .update(`${process.platform}-${process.arch}`)
  .digest('hex')

if (installed() !== wanted) {
  const folder = join(root, '.installing')
  waitFor(folder)
  try {
    if (installed() !== wanted) install()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function installed() {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return ''
  }
}

/** Only one of two concurrent starts installs: creating a folder succeeds for one of them. */
function waitFor(folder) {
  for (;;) {
    try {
      return mkdirSync(folder)
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      // A killed install left the folder.
      if (Date.now() - statSync(folder).mtimeMs > 10 * 60_000) rmSync(folder, { recursive: true })
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
    }
  }
}

function install() {
  console.log('Installing dependencies (npm ci) …')
  // npm sets npm_execpath for its scripts. NODE_ENV=production would leave the build tools out.
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
  writeFileSync(stamp, wanted)
}
