import { Type } from 'typebox'

/** The shape, or null. */
export const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(shape: T) =>
  Type.Union([shape, Type.Null()])
