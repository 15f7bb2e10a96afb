import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runChild, type Start } from './children.ts'

/** The resources that a process used from its start to its end. */
export interface Use {
  /** Largest resident memory, in kB. */
  memory: number
  /** Processor time, in milliseconds. */
  processor: number
}

/** Runs a program until it ends; the program then writes its use of resources to a file in the folder. */
export async function runMeasured(program: string, start: Start, folder: string): Promise<Use> {
  const useFile = join(folder, 'use.json')
  await runChild(program, {
    ...start,
    env: { ...start.env, USE_FILE: useFile },
    execArgv: ['--import', join(import.meta.portalRoot, 'bench/lab/report-use.mjs')],
  })
  return JSON.parse(readFileSync(useFile, 'utf8')) as Use
}
