import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiDocument } from '../apps/server/src/openapi/api-document.ts'
import { endpointFiles } from './endpoint-files.ts'
import { monitoringDocuments } from './monitoring/monitoring-documents.ts'
import { logPage, recordPage, securityLogPage } from './record-page.ts'
import { settingsDocuments } from './settings-documents.ts'

export interface GeneratedDocument {
  file: string
  text: string
}

/** Returns the documents of calls, records, settings and monitoring. */
export async function generatedDocuments(): Promise<GeneratedDocument[]> {
  return [
    {
      file: join(import.meta.portalRoot, 'docs/openapi.json'),
      text: `${JSON.stringify(apiDocument(), null, 2)}\n`,
    },
    ...endpointFiles(),
    await recordPage(),
    await securityLogPage(),
    await logPage(),
    ...(await settingsDocuments()),
    ...(await monitoringDocuments()),
  ]
}

export async function outdatedDocuments(): Promise<string[]> {
  const documents = await generatedDocuments()
  return documents
    .filter(({ file, text }) => !existsSync(file) || readFileSync(file, 'utf8') !== text)
    .map(({ file }) => file)
}
