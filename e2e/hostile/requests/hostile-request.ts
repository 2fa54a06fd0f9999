/** A request that is meant to keep a server busy, or to end it. */
export interface HostileRequest {
  readonly method: string
  readonly path: string
  /** The media type of the body. */
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: () => string | Buffer
}

/** Requests under one name; `prepare` makes what they meet, and is not judged. */
export interface Attack {
  readonly name: string
  readonly prepare?: readonly HostileRequest[]
  /** Sent all at once. */
  readonly requests: readonly HostileRequest[]
}

export const json = 'application/json'
export const yaml = 'application/yaml'
export const apply = 'application/apply-patch+yaml'
export const merge = 'application/merge-patch+json'
export const strategic = 'application/strategic-merge-patch+json'
export const jsonPatch = 'application/json-patch+json'

export const core = '/api/v1/namespaces/default'
export const maps = `${core}/configmaps`

export const range = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))
export const record = (
  count: number,
  entry: (i: number) => readonly [string, unknown],
): Record<string, unknown> => Object.fromEntries(range(count, entry))

/** A write of JSON. */
export const write = (method: string, path: string, body: () => unknown, type = json): HostileRequest => ({
  method,
  path,
  type,
  body: () => JSON.stringify(body()),
})
/** A write of a text as it is. */
export const raw = (
  method: string,
  path: string,
  type: string,
  body: () => string | Buffer,
): HostileRequest => ({
  method,
  path,
  type,
  body,
})
export const get = (path: string, headers: Readonly<Record<string, string>> = {}): HostileRequest => ({
  method: 'GET',
  path,
  headers,
})
