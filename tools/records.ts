import { writeFileSync } from 'node:fs'
import { recordPageFile, recordPageText } from './record-page.ts'

writeFileSync(recordPageFile, await recordPageText())
console.log(`${recordPageFile} is written.`)
