import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'

const folder = join(import.meta.portalRoot, '../shared/data')

/** A file of the data sets that lie beside the repository; they are not part of it. */
export const sharedFile = (path: string) => join(folder, path)

/** A test on such data: skipped by name where it is not there. */
export const sharedTest = test.skipIf(!existsSync(folder))
