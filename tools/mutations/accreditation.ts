import type { Mutation } from './mutation.ts'

export const accreditation: readonly Mutation[] = []
