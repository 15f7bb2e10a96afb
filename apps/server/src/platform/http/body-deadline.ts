import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may take long; the route itself stops slow bodies. */
    longBody?: boolean
  }
}

/** How long a body may take to arrive. */
const usualPatience = 15_000

/** Stops bodies that never end, and closes connections whose body is not read. */
export function limitBodies(app: FastifyInstance, patience = usualPatience): void {
  app.addHook('onRequest', async (request, reply) => {
    const { raw, routeOptions } = request
    const hasBody = 'transfer-encoding' in raw.headers || Number(raw.headers['content-length']) > 0
    if (!hasBody || routeOptions.config.longBody) return
    const timer = setTimeout(() => {
      if (raw.complete) return
      if (reply.sent) {
        raw.destroy()
        return
      }
      reply.raw.once('finish', () => raw.destroy())
      void reply.code(408).send({ message: 'The request took too long.' })
    }, patience)
    timer.unref()
    raw.once('end', () => clearTimeout(timer))
  })
  // The response was sent before the body was read. Node would otherwise read and discard the rest, of any length.
  app.addHook('onSend', async (request, reply) => {
    const { raw } = request
    if (!raw.complete && 'content-type' in raw.headers) reply.header('connection', 'close')
  })
}
