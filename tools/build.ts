// Builds the programs and the page of production. With --when-needed, only if a source is newer than the last build.
import { writeBillOfMaterials } from './bill-of-materials.ts'
import { buildAll, buildWhenNeeded } from './build-portal.ts'

if (process.argv.includes('--when-needed')) await buildWhenNeeded(console.log)
else {
  await buildAll()
  writeBillOfMaterials()
}
