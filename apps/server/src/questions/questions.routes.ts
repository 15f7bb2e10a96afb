import type { FastifyPluginAsync } from 'fastify'
import { questionCalls } from '@portal/domain/questions/questions.calls'
import type { Deps } from '../deps.ts'
import { notFound } from '../platform/http/refusal.ts'
import { readInScope, scopeOf, withScope } from '../platform/database/scope.ts'
import { serve } from '../platform/http/serve.ts'
import { askQuestion } from './ask-question.ts'
import { listQuestions } from './questions.queries.ts'
import { withdrawQuestion } from './withdraw-question.ts'

export const questionRoutes: FastifyPluginAsync<Deps> = async (app, { db }) => {
  serve(app, questionCalls.listQuestions, async (request) => {
    const scope = scopeOf(request)
    const { invoiceNumber } = request.params
    const found = await readInScope(db, scope, (tx) => listQuestions(tx, scope, invoiceNumber))
    if (!found) throw notFound()
    return found
  })

  serve(app, questionCalls.askQuestion, (request) => {
    const scope = scopeOf(request)
    const { params, body, headers } = request
    const asked = { ...body, ...params, key: headers['idempotency-key'] }
    return withScope(db, scope, (tx) => askQuestion(tx, scope, asked))
  })

  serve(app, questionCalls.withdrawQuestion, (request) => {
    const scope = scopeOf(request)
    return withScope(db, scope, (tx) => withdrawQuestion(tx, scope, request.params.questionId))
  })
}
