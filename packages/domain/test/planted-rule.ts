import { join } from 'node:path'
import { build } from 'esbuild'

/** Loads a file of the domain with one text replaced by a wrong rule. */
export async function planted<T>(file: string, [from, to]: readonly [string, string]): Promise<T> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.portalRoot, 'packages/domain/src', file)],
    bundle: true,
    format: 'esm',
    write: false,
  })
  const parts = outputFiles[0]!.text.split(from)
  if (parts.length !== 2) throw new Error(`${file} must have this text once: ${from}`)
  const module: T = await import(`data:text/javascript,${encodeURIComponent(parts.join(to))}`)
  return module
}
