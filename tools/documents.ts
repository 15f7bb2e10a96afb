// Writes the files generated from declarations, except docs/schema.sql: npm run documents.
import { writeFileSync } from 'node:fs'
import { generatedDocuments } from './generated-documents.ts'

for (const { file, text } of await generatedDocuments()) {
  writeFileSync(file, text)
  console.log(`${file} is written.`)
}
