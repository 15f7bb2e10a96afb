import { writeFileSync } from 'node:fs'
import { documentText, documentFile } from './api-document.ts'

writeFileSync(documentFile, await documentText())
console.log(`${documentFile} is written.`)
