// Scripts that run from right to left, and the controls of directions.
const turns =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/**
 * A name for the middle of a plain text, in which it cannot turn around the words beside it: between U+2068 and U+2069, which
 * also end what the name leaves open. On screens `<bdi>` does this. Other names stay as they are.
 */
export function isolated(name: string): string {
  if (!turns.test(name)) return name
  // Isolates of its own could end this one, or leave it open.
  return `\u2068${name.replaceAll(/[\u2066-\u2069]/g, '')}\u2069`
}
