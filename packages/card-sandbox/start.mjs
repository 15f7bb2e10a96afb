// Starts the sandbox alone: bundles its TypeScript (packages stay outside the bundle) and runs the result.
import { build } from 'esbuild'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const folder = dirname(fileURLToPath(import.meta.url))
const outfile = join(folder, 'dist/main.mjs')
await build({
  entryPoints: [join(folder, 'src/main.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  sourcemap: true,
  logLevel: 'warning',
})
process.setSourceMapsEnabled(true)
await import(pathToFileURL(outfile).href)
