import { buildAll } from './build-portal.ts'

await buildAll()
