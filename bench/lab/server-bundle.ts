import { join } from 'node:path'
import { build } from 'esbuild'
let built: Promise<string> | undefined
export function serverBundle(): Promise<string> {
  return (built ??= bundle())
}
async function bundle() {
  const root = import.meta.portalRoot
  const outfile = join(root, 'apps/server/node_modules/.portal/bench-main.mjs')
  await build({
    entryPoints: [join(root, 'apps/server/src/main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    packages: 'external',
    alias: { '@portal/domain': join(root, 'packages/domain/src') },
    define: { 'import.meta.portalRoot': '"."' },
    logLevel: 'warning',
  })
  return outfile
}
