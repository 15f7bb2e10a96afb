import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiDocument } from '../apps/server/src/openapi/api-document.ts'
import { endpointFiles } from './endpoint-files.ts'
import { recordPage } from './record-page.ts'
import { settingsDocuments } from './settings-documents.ts'

/** A file that is written from declarations, and what it should contain. */
export interface GeneratedDocument {
  file: string
  text: string
}

/** The calls for other programs and for the browser, the records, and the settings. */
export async function generatedDocuments(): Promise<GeneratedDocument[]> {
  return [
    {
      file: join(import.meta.portalRoot, 'docs/openapi.json'),
      text: `${JSON.stringify(apiDocument(), null, 2)}\n`,
    },
    ...endpointFiles(),
    await recordPage(),
    ...(await settingsDocuments()),
  ]
}

/** The files that are not what the declarations say. */
export async function outdatedDocuments(): Promise<string[]> {
  const documents = await generatedDocuments()
  return documents
    .filter(({ file, text }) => !existsSync(file) || readFileSync(file, 'utf8') !== text)
    .map(({ file }) => file)
}
