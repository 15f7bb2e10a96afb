import { isApiAccess } from './api-scopes.ts'
import { permissions } from './permissions.ts'
import type { Call, Media } from './call.ts'
import { exampleOf, type Shape } from './example-of.ts'

/** Returns what a declaration lacks. The server does not start with an incomplete declaration. */
export function declarationFaults(call: Call): string[] {
  const { method, path, access, summary, params, query, headers, answers, sends, refuses } = call
  const body = 'body' in call ? call.body : undefined
  return [
    ...missing({ method, path, access, summary, query, answers, refuses }),
    ...(['POST', 'PUT'].includes(method) ? missing({ body }) : []),
    ...shownFaults(call, body),
    ...(/^[A-Z].*\.$/.test(summary ?? '') ? [] : ['the summary is no sentence']),
    // A heavy call is always for a company, because the thread receives its company.
    ...(call.isHeavy && !permissions.some((one) => one === access)
      ? ['a heavy call needs a permission']
      : []),
    ...pathFaults(path ?? '', params ?? undefined),
    ...fieldFaults('path', params),
    ...fieldFaults('query', query),
    ...fieldFaults('headers', headers),
    ...(body ? bodyFaults('the body', body) : []),
    ...Object.entries(answers ?? {}).flatMap(([status, answer]) =>
      answer ? bodyFaults(`the answer ${status}`, answer) : [],
    ),
    ...(Object.keys(answers ?? {}).some((status) => Number(status) < 400)
      ? []
      : ['there is no answer']),
    ...Object.entries(sends ?? {}).flatMap(([name, sentence]) =>
      sentence ? [] : [`the header ${name} is not described`],
    ),
  ]
}

/** A call carries what a person confirms (decision 0092), or declares why it carries nothing. */
function shownFaults(
  { method, access, signed, unshown }: Call,
  body: Shape | Media | null | undefined,
): string[] {
  const hasShown = !!body && !('media' in body) && 'shown' in (body.properties ?? {})
  const isOfPerson = method !== 'GET' && !signed && !isApiAccess(access)
  if (!isOfPerson || hasShown !== (unshown !== undefined)) return []
  return [hasShown ? 'it has `shown` and says why not' : 'it has no `shown` and says not why']
}

const missing = (parts: Record<string, unknown>): string[] =>
  Object.entries(parts).flatMap(([name, part]) =>
    part === undefined ? [`${name} is missing`] : [],
  )

function pathFaults(path: string, params: Shape | undefined): string[] {
  const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name).join()
  const declared = Object.keys(params?.properties ?? {}).join()
  return named === declared
    ? []
    : [`the path names ${named || 'no parameter'}, not ${declared || 'no parameter'}`]
}

function fieldFaults(place: string, fields: Shape | null | undefined): string[] {
  return Object.entries(fields?.properties ?? {}).flatMap(([name, field]) => [
    ...(field.description ? [] : [`${name} in the ${place} is not described`]),
    ...exampleFaults(field, name),
  ])
}

function bodyFaults(place: string, body: Shape | Media): string[] {
  if ('media' in body) return body.media.length > 0 ? [] : [`${place} has no content type`]
  return [...exampleFaults(body, place), ...nameFaults(place, body)]
}

/** Objects need names, because client programs use these. */
function nameFaults(place: string, shape: Shape): string[] {
  if (shape.items) return nameFaults(place, shape.items)
  if (shape.anyOf && !shape.title) return shape.anyOf.flatMap((one) => nameFaults(place, one))
  return shape.properties && Object.keys(shape.properties).length > 0 && !shape.title
    ? [`${place} has no title`]
    : []
}

function exampleFaults(shape: Shape, place: string): string[] {
  try {
    exampleOf(shape, place)
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}
