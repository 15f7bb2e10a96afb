// Writes the table of settings in README.md, and .env.example: npm run settings.
import { writeFileSync } from 'node:fs'
import { settingsDocuments } from './settings-documents.ts'

for (const { file, text } of await settingsDocuments()) {
  writeFileSync(file, text)
  console.log(`${file} is written.`)
}
