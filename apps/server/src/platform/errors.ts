import { randomUUID } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, type RefusalStatus } from './refusal.ts'

// Connection lost, refused or exhausted, and locks that took too long: the same request may work in a moment.
const passing = new Set(
  [
    '57P01',
    '57P02',
    '57P03',
    '08000',
    '08003',
    '08006',
    '53300',
    '55P03',
    '57014',
    '40001',
    '40P01',
  ].concat(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT']),
)

function isPassing(error: Error & { code?: string }): boolean {
  if (error.code && passing.has(error.code)) return true
  return /timeout exceeded when trying to connect|Connection terminated|not queryable/.test(
    error.message,
  )
}

/** Seconds to wait before a call is repeated. */
const usualWait: Partial<Record<RefusalStatus, number>> = { 429: 10, 503: 60 }

/** One place where errors become answers: a sentence for people, never an internal. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof Refusal) {
      const wait = error.retryAfter ?? usualWait[error.statusCode]
      if (wait !== undefined) reply.header('retry-after', wait)
      return answer(reply, error.statusCode, error.message)
    }
    if (error.validation) return answer(reply, 400, validationMessage(error))
    if (isPassing(error)) {
      request.log.warn({ err: error }, 'the database is away or busy')
      return answer(
        reply.header('retry-after', '2'),
        503,
        'The portal is busy. Please try again in a moment.',
      )
    }
    // The framework's own refusals: body too large, malformed JSON, unsupported media type. Errors of other
    // libraries carry a status too (the card provider's 400), which says nothing about our request.
    if (error.code?.startsWith('FST_') && error.statusCode && error.statusCode < 500)
      return answer(reply, error.statusCode, frameworkMessages[error.statusCode] ?? 'Bad request.')
    const supportId = randomUUID()
    request.log.error({ err: error, supportId }, 'unexpected error')
    return reply.code(500).send({ message: 'Something went wrong.', supportId })
  })
  app.setNotFoundHandler((_request: FastifyRequest, reply) => answer(reply, 404, 'Not found.'))
}

const frameworkMessages: Record<number, string> = {
  400: 'The request could not be read.',
  408: 'The request took too long.',
  413: 'The request is too large.',
  415: 'The request must be JSON.',
}

function answer(reply: FastifyReply, status: number, message: string) {
  return reply.code(status).type('application/json; charset=utf-8').send({ message })
}

/** `companyFilter: must match pattern …`: which field, and what is wrong with it. */
function validationMessage(error: FastifyError): string {
  const [first] = error.validation ?? []
  if (!first) return 'The request could not be read.'
  const named = first.params as { additionalProperty?: string; missingProperty?: string }
  const path = first.instancePath.slice(1).split('/')
  const inner = named.missingProperty ?? named.additionalProperty ?? ''
  const field = [...path, inner].filter(Boolean).join('.') || error.validationContext
  return `${field}: ${first.message ?? 'is not valid'}`
}
