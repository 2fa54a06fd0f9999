// Upstream: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go (ValidFieldPath)
import { FieldPath } from '../../../../apimachinery/field-error.ts'
import { additionalOf, propertyOf, type Structural } from '../structural.ts'

/** A path with the schema of what it names, or why it names nothing. */
export type ValidFieldPath =
  | { readonly path: FieldPath; readonly schema: Structural; readonly error?: undefined }
  | { readonly error: string }

class InvalidPath extends Error {}

const invalid = (text: string): never => {
  throw new InvalidPath(text)
}

/** Delimiters, texts in single quotes, and what stands between. */
function* tokensOf(text: string): Generator<string> {
  let at = 0
  while (at < text.length) {
    const rest = text.slice(at)
    const token = /^(?:[.[\]]|'(?:.*?[^\\])??'|[^.[\]']+[^.[\]]*|'.*)/s.exec(rest)?.[0] ?? rest
    yield token
    at += token.length
  }
}

const escapes: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  "'": "'",
  '\\': '\\',
}

const unescaped = (text: string): string =>
  text.replace(/\\./g, (escaped) => {
    const char = escaped[1]!
    return Object.hasOwn(escapes, char)
      ? escapes[char]!
      : invalid(`invalid string literal: invalid escape char ${escaped}`)
  })

class Walker {
  readonly #tokens: Generator<string>
  #path = FieldPath.root
  #schema: Structural

  constructor(text: string, schema: Structural) {
    this.#tokens = tokensOf(text)
    this.#schema = schema
  }

  walk(allowsBrackets: boolean): { path: FieldPath; schema: Structural } {
    for (;;) {
      const { value: token, done } = this.#tokens.next()
      if (done) return { path: this.#path, schema: this.#schema }
      if (token === '[') this.#bracket(allowsBrackets)
      else if (token === '.') this.#step(this.#take())
      else invalid(`expected [ or . but got: ${token}`)
    }
  }

  #take(): string {
    const { value, done } = this.#tokens.next()
    return done ? invalid('unexpected end of JSON path') : value
  }

  #bracket(isAllowed: boolean): void {
    if (!isAllowed) invalid('array notation is not allowed')
    const token = this.#take()
    if (!/^'.*'$/s.test(token)) invalid(`expected single quoted string but got ${token}`)
    this.#step(unescaped(token.slice(1, -1)))
    const end = this.#take()
    if (end !== ']') invalid(`expected ] but got ${end}`)
  }

  #step(name: string): void {
    const { properties, additionalProperties } = this.#schema
    if (properties) {
      this.#path = this.#path.child(name)
      this.#schema = propertyOf(this.#schema, name) ?? invalid('does not refer to a valid field')
    } else if (additionalProperties !== undefined) {
      this.#path = this.#path.key(name)
      this.#schema = additionalOf(this.#schema) ?? {}
    } else invalid('does not refer to a valid field')
  }
}

/** Reads a path of fields and keys of maps (`.spec['a.b']`) by a schema. @param allowsBrackets whether keys may stand in brackets */
export function validFieldPath(text: string, schema: Structural, allowsBrackets = true): ValidFieldPath {
  try {
    return new Walker(text, schema).walk(allowsBrackets)
  } catch (error) {
    if (error instanceof InvalidPath) return { error: error.message }
    throw error
  }
}
