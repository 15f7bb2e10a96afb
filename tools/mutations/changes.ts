import type { Mutation } from './mutation.ts'

export const changes: readonly Mutation[] = []
