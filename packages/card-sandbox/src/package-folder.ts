import { createRequire } from 'node:module'
import { dirname } from 'node:path'

// The code may run in a bundle in another folder, so the folder is found through its package, not by a relative path.
const manifest = createRequire(import.meta.url).resolve('@portal/card-sandbox/package.json')

export const packageFolder = dirname(manifest)

/** Loads a dependency of this package, from the folder in which npm has installed it. */
export const requireAsPackage = createRequire(manifest)
