import { startWeb } from '../../src/start-web.ts'

// An uncaught error.
process.once('message', () => {
  throw new Error('thrown by a test')
})

/** The real web server, which kills itself (-9) at the step of a payment that DIE_AT names. */
await startWeb((place) => {
  if (place === process.env.DIE_AT) process.kill(process.pid, 'SIGKILL')
})
