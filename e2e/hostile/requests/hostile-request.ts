/** A request that tries to keep a server busy, or to end it. */
export interface HostileRequest {
  readonly method: string
  readonly path: string
  /** The media type of the body. */
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: () => string | Buffer
}

/** Requests under one name; `prepare` makes the objects that they meet, and is not judged. */
export interface Attack {
  readonly name: string
  readonly prepare?: readonly HostileRequest[]
  /** Sent all at once. */
  readonly requests: readonly HostileRequest[]
}

/** The Content-Type of JSON. */
export const json = 'application/json'
/** The Content-Type of YAML. */
export const yaml = 'application/yaml'
/** The Content-Type of server-side apply. */
export const apply = 'application/apply-patch+yaml'
/** The Content-Type of merge patches. */
export const merge = 'application/merge-patch+json'
/** The Content-Type of strategic merge patches. */
export const strategic = 'application/strategic-merge-patch+json'
/** The Content-Type of JSON patches. */
export const jsonPatch = 'application/json-patch+json'

/** The path of namespace default in the core API. */
export const core = '/api/v1/namespaces/default'
/** The path of the ConfigMaps of namespace default. */
export const maps = `${core}/configmaps`

/** The results of `make` for 0 to `count` - 1. */
export const range = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))
/** An object of `count` entries; `entry` answers key and value. */
export const record = (
  count: number,
  entry: (i: number) => readonly [string, unknown],
): Record<string, unknown> => Object.fromEntries(range(count, entry))

/** A write whose body is encoded as JSON when it is sent. @param type of the body, JSON by default */
export const write = (method: string, path: string, body: () => unknown, type = json): HostileRequest => ({
  method,
  path,
  type,
  body: () => JSON.stringify(body()),
})
/** A write whose body is sent without being encoded. */
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
/** A GET request, which has no body. */
export const get = (path: string, headers: Readonly<Record<string, string>> = {}): HostileRequest => ({
  method: 'GET',
  path,
  headers,
})
