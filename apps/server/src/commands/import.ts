import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { importRecords } from '../import/import-records.ts'
import { findSources } from '../import/sources.ts'
import { openDatabase } from '../platform/database.ts'
import { UsageProblem, type Command } from './command.ts'
import { databaseAddress } from './database-address.ts'
import { progressBar } from './import-progress.ts'
import { reportText } from './import-report.ts'
import { rejectsFile } from './rejects-file.ts'

export const importCommand: Command = {
  usage: 'import [--dry-run] [--skip-rejects] [--rejects file] <file | folder | -> …',
  summary: 'take records of the books (NDJSON, .gz too) into the portal',
  async run(args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean' },
        'skip-rejects': { type: 'boolean' },
        rejects: { type: 'string' },
      },
    })
    if (positionals.length === 0)
      throw new UsageProblem('Which file, folder or - (standard input)?')
    const folder = callersFolder()
    const sources = await findSources(positionals, folder)
    const file = rejectsFile(
      resolve(folder, values.rejects ?? rejectsName(positionals[0] ?? '', folder)),
    )
    const bar = progressBar(process.stderr)
    const db = openDatabase({
      connectionString: databaseAddress('system'),
      name: 'portal import',
      size: 1,
    })
    try {
      const report = await importRecords(db, sources, {
        dryRun: values['dry-run'] === true,
        skipRejects: values['skip-rejects'] === true,
        onReject: file.write,
        onProgress: bar.show,
        onWait: () => console.error('Another import is running; waiting for its end.'),
      })
      bar.clear()
      console.log(reportText(report, file.path))
      return report.outcome === 'refused' ? 1 : 0
    } finally {
      file.close()
      await db.end()
    }
  },
}

/** npm runs scripts in the repository; paths are meant from where npm was called. */
const callersFolder = () => process.env['INIT_CWD'] ?? process.cwd()

function rejectsName(source: string, folder: string): string {
  const name = source === '-' ? 'stdin' : basename(resolve(folder, source))
  return `${name.replace(/\.(ndjson|jsonl)(\.gz)?$/, '')}.rejects.ndjson`
}
