import type { Mutation } from './mutation.ts'

export const spend: readonly Mutation[] = []
