import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/**
 * Starts a bundled program, with the Node of `SERVER_NODE` if it is set, and waits until its first message reports that it
 * is ready. Fails if the program ends before.
 */
export async function forkReady(
  bundle: string,
  env: NodeJS.ProcessEnv,
  name: string,
): Promise<{ child: ChildProcess; ended: Promise<[number | null]>; message: unknown }> {
  const child = fork(bundle, {
    env,
    execPath: process.env.SERVER_NODE || process.execPath,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit') as Promise<[number | null]>
  const [message] = (await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error(`the ${name} did not start`))),
  ])) as [unknown]
  return { child, ended, message }
}
