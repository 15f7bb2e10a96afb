import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findCircles } from './import-circles.ts'
import { readImports } from './imports.ts'
import { makeScratchFolder } from './scratch-folder.ts'

// Prints size and structure of the source next to those of an earlier commit: npm run measure-house -- [commit].

type Figures = Record<string, string | number>

const root = import.meta.portalRoot
const commit = process.argv[2] ?? 'bfabd7b'
const folder = makeScratchFolder('measure-house-')
try {
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  const before = measure(folder)
  const now = measure(root)
  console.log(`| | ${commit} | now |\n|---|---|---|`)
  for (const name of Object.keys(now)) console.log(`| ${name} | ${before[name]} | ${now[name]} |`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function measure(tree: string): Figures {
  const imports = readImports(tree)
  const written = [...imports.keys()].filter((file) => !file.endsWith('.endpoints.ts'))
  const sources = written.filter((file) => !/\.test\.|(^|\/)test\//.test(file))
  const text = new Map(written.map((file) => [file, readFileSync(join(tree, file), 'utf8')]))
  const linesOf = (file: string) => text.get(file)!.split('\n').length - 1
  const lengths = written.map(linesOf).sort((a, b) => a - b)
  const web = sources.filter((file) => file.startsWith('apps/web/src/'))
  const migrations = join(tree, 'apps/server/migrations')
  const sql = readdirSync(migrations)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => readFileSync(join(migrations, name), 'utf8'))
  const graph = new Map(
    [...imports].map(([file, all]) => [file, all.flatMap(({ target }) => target ?? [])]),
  )
  const importers = new Map<string, number>()
  for (const [file, targets] of graph)
    if (!file.includes('.test.'))
      for (const target of new Set(targets)) importers.set(target, (importers.get(target) ?? 0) + 1)

  return {
    'source files': written.length,
    'lines of a file: median': at(lengths, 0.5),
    'lines of a file: 90 of 100': at(lengths, 0.9),
    'lines of a file: longest': at(lengths, 1),
    'uses of `any`': [...text.values()].reduce(
      (sum, one) => sum + (one.match(/(?:: |<|as )any(?=[,;)>[\]|]|$)/gm)?.length ?? 0),
      0,
    ),
    'files that write the path of a call by hand: median': callPlaces(tree, written, text),
    'files that name a field of the invoice list: median': fieldPlaces(sources, text),
    'web source files': web.length,
    'web source lines': web.reduce((sum, file) => sum + linesOf(file), 0),
    'web files with one importer': web.filter((file) => importers.get(file) === 1).length,
    migrations: sql.length,
    'foreign keys': count(sql, /^[^-]*\breferences\b/gm) - count(sql, /drop constraint \w*_fkey/g),
    'statements that create a trigger': count(sql, /create (?:constraint )?trigger/g),
    'circles of imports, types included': findCircles(graph).length,
  }
}

/** Counts only paths without parameters, because parameters are written in three ways. */
function callPlaces(tree: string, written: string[], text: Map<string, string>): number {
  const document = JSON.parse(readFileSync(join(tree, 'docs/openapi.json'), 'utf8')) as {
    paths: Record<string, unknown>
  }
  const paths = Object.keys(document.paths)
    .map((path) => path.replace(/^\/api(?=\/)/, ''))
    .filter((path) => !path.includes('{'))
  const own = written.filter(
    (file) => /^(apps\/(server|web)|packages\/domain)\//.test(file) && !file.includes('.test.'),
  )
  return median(
    paths.map(
      (path) =>
        own.filter((file) => new RegExp(`['"\`](?:[A-Z]+ )?${path}['"\`?]`).test(text.get(file)!))
          .length,
    ),
  )
}

/** Counts the files that name fields of the list's response, from shape and SQL to the screen. */
function fieldPlaces(sources: string[], text: Map<string, string>): number {
  const fields = ['customerNumber', 'invoiceType', 'servicePeriod', 'isLateFee', 'hasPdf', 'hasXls']
  const own = sources.filter((file) => /^(apps\/(server|web)|packages\/domain)\//.test(file))
  return median(fields.map((field) => own.filter((file) => text.get(file)!.includes(field)).length))
}

function count(texts: string[], pattern: RegExp): number {
  return texts.reduce((sum, one) => sum + (one.match(pattern)?.length ?? 0), 0)
}

function at(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function median(values: number[]): number {
  return at(
    values.toSorted((a, b) => a - b),
    0.5,
  )
}
