import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { build as bundle } from 'esbuild'
import { build as buildPages } from 'vite'
import { forNode } from './for-node.mjs'

const root = import.meta.portalRoot
export const webFolder = join(root, 'apps/web/dist')
export const serverFolder = join(root, 'apps/server/dist')

/** Builds the programs of production: web server, worker, command line and page. */
export async function buildAll(): Promise<void> {
  await Promise.all([buildServer(), buildWeb()])
}

async function buildServer(): Promise<void> {
  const production = {
    ...forNode(root),
    outdir: serverFolder,
    // Production starts in its own folder, which may have any path.
    define: { 'import.meta.portalRoot': JSON.stringify('.') },
  }
  await bundle({ entryPoints: serverEntries('main.ts', 'main.worker.ts'), ...production })
  // Split into chunks, so that a command loads only its own packages.
  rmSync(join(serverFolder, 'commands'), { recursive: true, force: true })
  await bundle({
    entryPoints: serverEntries('portal.ts'),
    splitting: true,
    chunkNames: 'commands/[name]-[hash]',
    ...production,
  })
}

const serverEntries = (...files: string[]) =>
  files.map((file) => join(root, 'apps/server/src', file))

// Written into the sandbox's folder, so that packages that npm did not hoist are found too.
export const sandboxBundle = join(root, 'apps/sandbox/node_modules/.portal/sandbox.mjs')

/** Builds the external services for development and tests; production never contains them. */
export async function buildSandbox(): Promise<void> {
  await buildForNode('apps/sandbox/src/main.ts', sandboxBundle)
}

/** Bundles one TypeScript entry, named from the repository's folder. */
export async function buildForNode(entry: string, outfile: string): Promise<void> {
  await bundle({ entryPoints: [join(root, entry)], outfile, ...forNode(root) })
}

async function buildWeb(): Promise<void> {
  // Vite sets NODE_ENV for the whole process; processes that start afterwards must not inherit it.
  const { NODE_ENV } = process.env
  await buildPages({ root: join(root, 'apps/web'), logLevel: 'warn' })
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = NODE_ENV
  await checkBrowsers()
  for (const file of filesBelow(webFolder)) compress(file)
}

/** Fails the build if the page uses what a supported browser does not have. */
async function checkBrowsers(): Promise<void> {
  // Loaded only for a build, because the data about browsers is large.
  const { unsupportedInFiles } = await import('./built-files.ts')
  const found = unsupportedInFiles(webFolder)
  if (found.length)
    throw new Error(
      `The built page uses what a browser of apps/web/supported-browsers.ts lacks:\n${found.join('\n')}`,
    )
}

/** Compresses static files once, instead of with every request. */
function compress(file: string): void {
  if (!/\.(js|css|html|svg|json|txt)$/.test(file) || file.endsWith('index.html')) return
  const content = readFileSync(file)
  if (content.length < 1024) return
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
  writeFileSync(`${file}.br`, brotliCompressSync(content, best))
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Builds only if a source is newer than the last build, so that a second start is quick. */
export async function buildWhenNeeded(log: (line: string) => void): Promise<void> {
  const stamp = join(root, 'node_modules/.portal/built')
  const sources = [
    'apps/server/src',
    'apps/web',
    'apps/sandbox/src',
    'packages/domain/src',
    'packages/card-sandbox/src',
    'package-lock.json',
    'tools/build-portal.ts',
    'tools/for-node.mjs',
  ]
  const newest = Math.max(...sources.map((source) => newestChange(join(root, source))))
  const outputs = [webFolder, join(serverFolder, 'main.js')]
  const fresh = existsSync(stamp) && statSync(stamp).mtimeMs > newest
  if (fresh && outputs.every((output) => existsSync(output))) return
  log('Building …')
  rmSync(stamp, { force: true })
  // Creating the result changes the time of its parent folder, so that folder is created first.
  for (const folder of [webFolder, join(root, 'node_modules/.portal')])
    mkdirSync(folder, { recursive: true })
  const begun = new Date()
  await Promise.all([buildAll(), buildSandbox()])
  writeFileSync(stamp, '')
  // Files that were saved during the build may not be in it, so the stamp has the time of the start.
  utimesSync(stamp, begun, begun)
}

function newestChange(path: string): number {
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return mtimeMs
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !['dist', 'node_modules'].includes(entry.name))
    .reduce((newest, entry) => Math.max(newest, newestChange(join(path, entry.name))), mtimeMs)
}
