import { writeBillOfMaterials } from './bill-of-materials.ts'
import { buildAll } from './build-portal.ts'

await buildAll()
writeBillOfMaterials()
