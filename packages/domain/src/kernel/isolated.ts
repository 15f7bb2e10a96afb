// Right-to-left scripts and the directional control characters.
const turns =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/**
 * Returns a name for use inside plain text. A name with right-to-left characters is put between U+2068 and U+2069, so that it
 * cannot reorder the words around it; these characters also end directions that the name leaves open. Screens use `<bdi>`.
 */
export function isolated(name: string): string {
  if (!turns.test(name)) return name
  // Isolate characters in the name could end the isolated part early, or leave it open.
  return `\u2068${name.replaceAll(/[\u2066-\u2069]/g, '')}\u2069`
}
