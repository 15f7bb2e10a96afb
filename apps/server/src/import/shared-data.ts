import { existsSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.portalRoot, '../shared/data')

/** Data sets that lie beside the repository and are no part of it; tests on them are skipped without. */
export const noSharedData = !existsSync(folder)

export const sharedFile = (path: string) => join(folder, path)
