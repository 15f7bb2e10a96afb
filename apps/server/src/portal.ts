import { runCommand } from './commands/run-command.ts'

// A reader such as head may close the pipe: the command continues, and its further output is lost.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
process.exitCode = await runCommand(process.argv.slice(2))
