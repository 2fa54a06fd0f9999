// A thread that reads and writes YAML for a server which must not wait for it. A YAML text comes in, JSON goes out, or the reverse.
import { parentPort } from 'node:worker_threads'
import { isObject, type JsonValue } from '../json.ts'
import { emitYaml } from '../yaml-emitter.ts'
import { DecodeError } from './decode-error.ts'
import { notedLiteral } from './number-literal.ts'
import { parseYaml } from './parse-yaml.ts'

/** A request to a YAML thread: to read YAML, or to write JSON as YAML. */
export type YamlQuestion = { readonly read: string } | { readonly write: string }

/** The answer of a YAML thread. `literals`: numbers in the JSON have texts that say more than they do. */
export type YamlAnswer =
  | { readonly json: string; readonly literals: boolean; readonly strictError: string | undefined }
  | { readonly error: string }
  | { readonly yaml: string }

/** JSON with the text that numbers had. */
class LiteralWriter {
  found = false

  write(value: JsonValue): string {
    if (Array.isArray(value)) return `[${value.map((item, i) => this.member(value, i, item)).join(',')}]`
    if (!isObject(value)) return JSON.stringify(value)
    const members = Object.keys(value).map(
      (key) => `${JSON.stringify(key)}:${this.member(value, key, value[key]!)}`,
    )
    return `{${members.join(',')}}`
  }

  private member(container: object, key: string | number, value: JsonValue): string {
    const literal = typeof value === 'number' ? notedLiteral(container, key) : undefined
    if (literal === undefined) return this.write(value)
    this.found = true
    return literal
  }
}

function answer(question: YamlQuestion): YamlAnswer {
  if ('write' in question) return { yaml: emitYaml(JSON.parse(question.write)) }
  try {
    const { value, strictError } = parseYaml(question.read)
    const writer = new LiteralWriter()
    return { json: writer.write(value), literals: writer.found, strictError }
  } catch (error) {
    if (error instanceof DecodeError) return { error: error.message }
    throw error
  }
}

// A text may have a million errors; none of them needs to know where it was made.
Error.stackTraceLimit = 0
parentPort?.on('message', (question: YamlQuestion) => parentPort!.postMessage(answer(question)))
