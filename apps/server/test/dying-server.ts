import { startWeb } from '../src/start-web.ts'

/** The real web server, which kills itself (-9) at the step of a payment that DIE_AT names. */
await startWeb((place) => {
  if (place === process.env.DIE_AT) process.kill(process.pid, 'SIGKILL')
})
