// Runs a TypeScript entry: bundles it with esbuild (packages stay outside the bundle) and imports the result. Node 20
// cannot strip types; bundling takes about 0.1 s, a loader such as tsx takes a second.
import { build } from 'esbuild'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { forNode } from './for-node.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const entry = process.argv[2]
if (!entry) throw new Error('usage: node tools/run.mjs entry.ts [arguments]')

// In the workspace's folder, so that packages that npm did not hoist are found too.
const workspace = /^(apps|packages)\/[^/]+/.exec(entry)?.[0] ?? ''
const outfile = join(root, workspace, 'node_modules/.portal', entry.replace(/\.ts$/, '.mjs'))
mkdirSync(dirname(outfile), { recursive: true })
const { outputFiles } = await build({
  entryPoints: [join(root, entry)],
  outfile,
  write: false,
  ...forNode(root),
})
// Renamed into place, because concurrent runs must not read a file that another run is writing.
for (const { path, contents } of outputFiles) {
  const written = `${path}.${process.pid}`
  writeFileSync(written, contents)
  renameSync(written, path)
}
process.argv.splice(1, 2, resolve(root, entry))
process.setSourceMapsEnabled(true)
await import(pathToFileURL(outfile).href)
