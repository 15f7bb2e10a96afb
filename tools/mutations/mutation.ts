/** A small fault, and the test file that must find it. */
export interface Mutation {
  name: string
  file: string
  from: string
  to: string
  finds: string
}
