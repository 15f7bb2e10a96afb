import { writeFileSync } from 'node:fs'
import { endpointFiles } from './endpoint-files.ts'

for (const [file, text] of endpointFiles()) {
  writeFileSync(file, text)
  console.log(`${file} is written.`)
}
