import { InexactSum } from '@portal/domain/kernel/money'
import { generalTexts } from '@portal/domain/platform/general-texts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isOutOfSpace } from '../database/database-errors.ts'
import { Refusal, type RefusalStatus } from './refusal.ts'
import { logSecurity } from '../log/security-log.ts'

// Codes for lost, refused or exhausted connections, and for lock timeouts: the same request may succeed in a moment.
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
    '25P03',
    '40001',
    '40P01',
  ].concat(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT']),
)

function isPassing(
  error: Error & { code?: string; routine?: string; constraint?: string },
): boolean {
  if (error.code && passing.has(error.code)) return true
  // The company was merged into another one while the call waited (decision 0098). Its users must sign in again.
  if (error.code === '23503' && error.constraint?.endsWith('_account_id_fkey')) return true
  // PgBouncer lost its server. PostgreSQL uses this code too, for defects of its clients, but then names a routine.
  if (error.code === '08P01' && !error.routine) return true
  return /timeout exceeded when trying to connect|Connection terminated|not queryable/.test(
    error.message,
  )
}

/** Seconds to wait before a call is repeated. */
const usualWait: Partial<Record<RefusalStatus, number>> = { 429: 10, 503: 60 }

/** How the security log records refusals without an entry of their own. */
const usuallyNoted: Partial<Record<RefusalStatus, NonNullable<Refusal['noted']>>> = {
  401: { event: 'access.refused', reason: 'not_signed_in' },
  403: { event: 'access.refused', reason: 'rule' },
  429: { event: 'limit.exceeded', reason: 'calls' },
}

/** The only place where errors become responses: with a message for people, without internals. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof Refusal) {
      const { noted = usuallyNoted[error.statusCode] } = error
      if (noted) logSecurity(request, noted.event, { reason: noted.reason })
      const wait = error.retryAfter ?? usualWait[error.statusCode]
      if (wait !== undefined) reply.header('retry-after', wait)
      return answer(reply, error.statusCode, error.message)
    }
    if (error.validation) {
      const { message, reason } = validationFault(error)
      logSecurity(request, 'input.refused', { reason })
      return answer(reply, 400, message)
    }
    if (isPassing(error)) {
      request.log.warn({ err: error }, 'the database is away or busy')
      return answer(
        reply.header('retry-after', '2'),
        503,
        'The portal is busy. Please try again in a moment.',
      )
    }
    if (isOutOfSpace(error)) {
      request.log.error({ err: error }, 'the database cannot write')
      return answer(
        reply.header('retry-after', '60'),
        503,
        'The portal cannot store anything at the moment. Please try again in a few minutes.',
      )
    }
    // The framework's own refusals: body too large, malformed JSON, unsupported media type. Errors of other libraries
    // may have a status too, such as the card provider's 400, but that status is not about our request.
    if (error.code?.startsWith('FST_') && error.statusCode && error.statusCode < 500)
      return answer(reply, error.statusCode, frameworkMessages[error.statusCode] ?? 'Bad request.')
    const supportId = request.id
    request.log.error({ err: error }, 'unexpected error')
    logSecurity(request, 'error.unexpected', { code: supportId })
    const message = error instanceof InexactSum ? error.message : generalTexts.unexpected
    return reply.code(500).send({ message, supportId })
  })
  app.setNotFoundHandler((_request: FastifyRequest, reply) =>
    answer(reply, 404, generalTexts.notFound),
  )
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

/**
 * Returns `companyFilter: must match pattern …`: the field and its fault. The reason for the log contains declared names
 * only, because the name of an undeclared field is a text of the client.
 */
function validationFault(error: FastifyError): { message: string; reason: string } {
  const [first] = error.validation ?? []
  const unreadable = 'The request could not be read.'
  if (!first) return { message: unreadable, reason: unreadable }
  const named = first.params as { additionalProperty?: string; missingProperty?: string }
  const path = first.instancePath.slice(1).split('/')
  const fault = first.message ?? 'is not valid'
  const sentence = (...inner: (string | undefined)[]) =>
    `${[...path, ...inner].filter(Boolean).join('.') || error.validationContext}: ${fault}`
  return {
    message: sentence(named.missingProperty ?? named.additionalProperty),
    reason: sentence(named.missingProperty).slice(0, 200),
  }
}
