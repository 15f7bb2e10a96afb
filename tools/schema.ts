// Writes docs/schema.sql from a new database that the migrations have created: npm run schema.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../apps/sandbox/src/database/start-postgres.ts'
import { prepareDatabase } from './prepare-database.ts'
import { schemaFile, schemaText } from './schema-text.ts'
import { makeScratchFolder } from './scratch-folder.ts'

const folder = makeScratchFolder('portal-schema-')
try {
  const postgres = await startPostgres({ dataDir: join(folder, 'database'), port: 0 })
  try {
    const { owner } = await prepareDatabase(postgres.adminUrl, 'portal')
    const client = new pg.Client({ connectionString: owner })
    await client.connect()
    try {
      writeFileSync(schemaFile, await schemaText(client))
    } finally {
      await client.end()
    }
  } finally {
    await postgres.stop()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${schemaFile} is written.`)
