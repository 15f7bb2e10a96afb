import { basename, resolve } from 'node:path'
import { Fault } from '../import/cells.ts'
import { importRecords } from '../import/import-records.ts'
import { findSources } from '../import/sources.ts'
import { instant } from '../import/values.ts'
import { findExclusions } from '../settings/exclusions.ts'
import { readSettings } from '../settings/read-settings.ts'
import { settings } from '../settings/settings.ts'
import { commandLineName } from './command-author.ts'
import { readArgs, UsageProblem, type Command } from './command.ts'
import { formatText } from './import-format.ts'
import { progressBar } from './import-progress.ts'
import { reportText } from './import-report.ts'
import { rejectsFile } from './rejects-file.ts'
import { commandSettings } from './command-settings.ts'
import { withDatabase } from './with-database.ts'

export const importCommand: Command = {
  usage:
    'import [--dry-run] [--skip-rejects] [--as-of instant] [--rejects file] <file | folder | -> … | import --format [kind]',
  summary: 'import records of the books (NDJSON or NDJSON.gz)',
  async run(args) {
    const { values, positionals } = readArgs(args, {
      'dry-run': { type: 'boolean' },
      'skip-rejects': { type: 'boolean' },
      'as-of': { type: 'string' },
      rejects: { type: 'string' },
      format: { type: 'boolean' },
    })
    if (values.format) {
      console.log(formatText(positionals[0]))
      return 0
    }
    if (positionals.length === 0)
      throw new UsageProblem('Name a file, a folder or - (standard input).')
    const asOf = values['as-of']
    if (asOf !== undefined && instant.read(asOf, undefined) instanceof Fault)
      throw new UsageProblem(`--as-of ${asOf} is not a time (2026-10-31T09:30:00Z).`)
    const env = commandSettings()
    const { contain, providerDomain } = readSettings(
      {
        contain: settings.booksContainPayments,
        providerDomain: settings.links.providerDomain,
      },
      env,
      'command line',
      findExclusions(env),
    )
    const folder = callersFolder()
    const sources = await findSources(positionals, folder)
    const file = rejectsFile(
      resolve(folder, values.rejects ?? rejectsName(positionals[0] ?? '', folder)),
    )
    const bar = progressBar(process.stderr)
    try {
      const report = await withDatabase('import', (db) =>
        importRecords(db, sources, {
          dryRun: values['dry-run'] === true,
          skipRejects: values['skip-rejects'] === true,
          asOf,
          sender: commandLineName(),
          booksContainPayments: contain,
          providerDomain,
          onReject: file.write,
          onProgress: bar.show,
          onWait: () => console.error('Another import is running; waiting for it to finish.'),
        }),
      )
      bar.clear()
      console.log(reportText(report, file.path))
      return report.outcome === 'refused' ? 1 : 0
    } finally {
      file.close()
    }
  },
}

/** npm runs scripts in the repository's folder; relative paths refer to the folder in which npm was called. */
const callersFolder = () => process.env['INIT_CWD'] ?? process.cwd()

function rejectsName(source: string, folder: string): string {
  const name = source === '-' ? 'stdin' : basename(resolve(folder, source))
  return `${name.replace(/\.(ndjson|jsonl)(\.gz)?$/, '')}.rejects.ndjson`
}
