import { writeFileSync } from 'node:fs'
import { documentText, documentFile } from './api-document.ts'

writeFileSync(documentFile, documentText())
console.log(`${documentFile} is written.`)
