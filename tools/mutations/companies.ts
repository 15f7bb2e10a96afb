import type { Mutation } from './mutation.ts'

export const companies: readonly Mutation[] = []
