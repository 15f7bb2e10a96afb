import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

/** A program that runs until it is stopped. */
export interface Program {
  process: ChildProcess
  /** Stops the program as an operator does; returns its exit code. */
  stop(): Promise<number | null>
}

interface Start {
  command: string[]
  cwd: string
  env?: Record<string, string>
  /** The user that runs the program, if not the current one. */
  identity?: { uid?: number; gid?: number }
  /** The file in `cwd` for the output. */
  log?: string
  /** Resolves to true when the program works. */
  isReady: () => Promise<boolean>
}

/** Starts a program and waits until it works. It ends with the test. */
export async function startProgram({
  command,
  cwd,
  env,
  identity,
  log = `${basename(command[0]!)}.log`,
  isReady,
}: Start): Promise<Program> {
  const [file = '', ...args] = command
  const output = openSync(join(cwd, log), 'a')
  const child = spawn(file, args, {
    ...identity,
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  const ended = once(child, 'exit') as Promise<[number | null]>
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const stop = async () => {
    if (!hasEnded()) child.kill('SIGTERM')
    return (await ended)[0]
  }
  onTestFinished(async () => void (await stop()))
  for (let tries = 0; !(await isReady()); tries += 1) {
    if (hasEnded() || tries > 600)
      throw new Error(`${command.join(' ')} did not start: ${readFileSync(join(cwd, log), 'utf8')}`)
    await sleep(100)
  }
  return { process: child, stop }
}

/** Whether an address responds with status 200. */
export const responds = (url: string) => () =>
  fetch(url).then(
    (answer) => answer.ok,
    () => false,
  )
