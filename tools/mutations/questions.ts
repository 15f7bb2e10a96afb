import type { Mutation } from './mutation.ts'

export const questions: readonly Mutation[] = []
