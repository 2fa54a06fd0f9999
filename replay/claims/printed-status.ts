// The code of HTTP that an answer has, as clients print it.

/** Reasons of the API, as kubectl writes them: `Error from server (NotFound)`. */
const reasons: Readonly<Record<string, number>> = {
  BadRequest: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  AlreadyExists: 409,
  Conflict: 409,
  Gone: 410,
  Expired: 410,
  UnsupportedMediaType: 415,
  Invalid: 422,
  TooManyRequests: 429,
  InternalError: 500,
  ServiceUnavailable: 503,
}

/** What the API says where kubectl leaves out the reason. */
const texts: readonly [RegExp, number][] = [
  [/^The \S+ "[^"]*" is invalid:/m, 422],
  [/ "[^"]*" already exists$/m, 409],
  [/ "[^"]*" is forbidden: /m, 403],
  [/ "[^"]*" not found$/m, 404],
]

/** Undefined where what was printed does not tell. */
export function printedStatus(text: string): number | undefined {
  const said =
    /^HTTP\/\d(?:\.\d)? ([1-5]\d\d)\b/m.exec(text)?.[1] ??
    /"code":\s?([1-5]\d\d)\b/.exec(text)?.[1] ??
    /^([1-5]\d\d)(?: page not found)?\s*$/m.exec(text)?.[1]
  if (said !== undefined) return Number(said)
  const reason = /Error from server \((\w+)\)/.exec(text)?.[1]
  if (reason !== undefined) return Object.hasOwn(reasons, reason) ? reasons[reason] : undefined
  return texts.find(([pattern]) => pattern.test(text))?.[1]
}
