import { join } from 'node:path'
import { apiDocument } from '../apps/server/src/openapi/api-document.ts'

export const documentFile = join(import.meta.portalRoot, 'docs/openapi.json')

/** The description of every call, as the server returns it. */
export const documentText = () => `${JSON.stringify(apiDocument(), null, 2)}\n`
