import { execFile, spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import openapiTypes, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { onTestFinished } from 'vitest'
import { buildForNode } from '../../../tools/build-portal.ts'

const root = import.meta.portalRoot
const source = 'apps/server/test/stranger'
const bundle = join(root, 'apps/server/node_modules/.portal/stranger.test.mjs')

export const buildStranger = () => buildForNode(`${source}/main.ts`, bundle)

/**
 * Returns the compiler's errors in the stranger's program, with types generated from the document.
 */
export async function faultsWith(document: string, folder: string): Promise<string> {
  await mkdir(folder)
  const blob = ts.factory.createTypeReferenceNode('Blob')
  const types = await openapiTypes(document, {
    // As the generator's manual advises: the default is `string`, even for bytes.
    transform: ({ format }) => (format === 'binary' ? blob : undefined),
  })
  await writeFile(join(folder, 'portal-api.d.ts'), astToString(types))
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
      paths: { 'portal-api': ['./portal-api.d.ts'] },
    },
    include: [join(root, source)],
    exclude: [],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  return new Promise((resolve) => {
    execFile(process.execPath, [compiler, '-p', folder], (_error, out, err) => resolve(out + err))
  })
}

interface Running<T> {
  /** The lines it has printed. */
  said: T[]
  ended: Promise<void>
}

/** Runs the program to its end. Returns its output. */
export async function run<T>(args: string[], env: Record<string, string>): Promise<T> {
  const { said, ended } = start<T>(args, env)
  await ended
  return said[0]!
}

/** Runs the program until the test is over. */
export function start<T>(args: string[], env: Record<string, string>): Running<T> {
  const DOCUMENTS = join(root, 'docs')
  const child = spawn(process.execPath, [bundle, ...args], {
    env: { PATH: process.env['PATH'], DOCUMENTS, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said: T[] = []
  const ended = new Promise<void>((resolve) => {
    createInterface(child.stdout)
      .on('line', (line) => said.push(JSON.parse(line) as T))
      .on('close', resolve)
  })
  onTestFinished(() => void child.kill())
  return { said, ended }
}
