// What the packages of a release make of CBOR, beside what is made of it here.
import { type JsonObject, withSortedKeys } from '../../../json.ts'
import { parseJson } from '../../parse-json.ts'
import { schemeFor } from '../../scheme.ts'
import { diagnosticNotation } from '../diagnostic.ts'
import { CborSerializer, cborLimitsOf, parseCbor } from '../serializer.ts'
import type { CborLimits } from '../well-formed.ts'
import { CborWriter, selfDescribed } from '../writer.ts'

/** JSON that is written, or CBOR that is read: as any data, or as an object of a kind. */
export interface CborQuestion {
  readonly json?: string
  readonly hex?: string
  readonly group?: string
  readonly version?: string
  readonly kind?: string
}

/** What comes of it. `hex`: what it is written to; `shown`: as people read it. */
export interface CborAnswered {
  readonly error?: string
  readonly json?: string
  readonly hex?: string
  readonly shown?: string
}

/** The answers of a release here. */
class Answering {
  private readonly scheme
  private readonly serializer: CborSerializer
  readonly limits: CborLimits

  constructor(release: string) {
    this.scheme = schemeFor(release)
    this.serializer = new CborSerializer(this.scheme)
    this.limits = cborLimitsOf(this.scheme)
  }

  async answer({ json, hex = '', group = '', version = '', kind = '' }: CborQuestion): Promise<CborAnswered> {
    if (json !== undefined) return { hex: written(parseJson(json).value) }
    const data = Buffer.from(hex, 'hex')
    return kind === '' ? this.any(data) : this.typed(data, { group, version, kind })
  }

  private encoded(object: object): string {
    return this.serializer.encode(object).subarray(selfDescribed.length).toString('hex')
  }

  private any(data: Buffer): CborAnswered {
    try {
      const { value } = parseCbor(data, this.limits)
      return { json: JSON.stringify(value), shown: diagnosticNotation(data) }
    } catch (error) {
      return { error: (error as Error).message }
    }
  }

  private async typed(
    data: Buffer,
    wanted: { group: string; version: string; kind: string },
  ): Promise<CborAnswered> {
    try {
      this.serializer.check(data)
      const meta = this.serializer.typeMeta(data)
      const apiVersion =
        meta.apiVersion || (wanted.group === '' ? wanted.version : `${wanted.group}/${wanted.version}`)
      const kind = meta.kind || wanted.kind
      const { value, strictErrors } = await this.serializer.decode(apiVersion, kind, data, async () => {})
      const { object } = this.scheme.decode(wanted.group, wanted.version, kind, value)
      return {
        ...(strictErrors.length === 0 ? {} : { error: `strict decoding error: ${strictErrors[0]}` }),
        json: JSON.stringify(object),
        ...(meta.kind === '' || meta.apiVersion === '' ? {} : { hex: this.encoded(object) }),
      }
    } catch (error) {
      return { error: (error as Error).message }
    }
  }
}

/** Whether an answer has a schema with `items` that are null: upstream keeps them, here they are left out, as of a body in JSON. */
export const hasNullItems = ({ json = '' }: CborAnswered): boolean => json.includes('"items":null')

const withoutNullItems = (json: string): JsonObject =>
  JSON.parse(json, (key, value: unknown) => (key === 'items' && value === null ? undefined : value))

/** The answer without `items` that are null, in its JSON and in its CBOR. */
function withoutNulls(answer: CborAnswered, limits: CborLimits): CborAnswered {
  const { json = '', hex } = answer
  const bare = { ...answer, json: JSON.stringify(withoutNullItems(json)) }
  if (hex === undefined) return bare
  const data = JSON.stringify(parseCbor(Buffer.from(hex, 'hex'), limits).value)
  return { ...bare, hex: written(withoutNullItems(data)) }
}

/** Objects are the same whatever the order of their keys, and whether they say what they are. */
function comparable({ json, error, hex, shown }: CborAnswered, kind: string): unknown {
  const others = { error, hex, shown }
  if (json === undefined) return others
  const value = withSortedKeys(JSON.parse(json) as JsonObject)
  if (kind === '') return { ...others, value }
  const { apiVersion: _, kind: __, ...object } = value
  return { ...others, value: object }
}

/** Go keeps bytes in a string that are no text, which JavaScript cannot; what kinds there are is asked before decoding. */
const isBeside = ({ error = '', json = '' }: CborAnswered): boolean =>
  /\\ufffd|^json: /.test(json) || /^no kind "|\\x[89a-f]/.test(error)

/** The questions whose answers differ, and how. */
export async function differencesOf(
  questions: readonly CborQuestion[],
  answers: readonly CborAnswered[],
  release: string,
): Promise<string[]> {
  const here = new Answering(release)
  const differences: string[] = []
  for (const [i, question] of questions.entries()) {
    const real = answers[i]!
    if (isBeside(real)) continue
    const ours = await here.answer(question)
    const compared = hasNullItems(real)
      ? [real, ours].map((one) => withoutNulls(one, here.limits))
      : [real, ours]
    const [a, b] = compared.map((one) => JSON.stringify(comparable(one, question.kind ?? '')))
    if (a !== b) differences.push(`${JSON.stringify(question)}\n  real ${a}\n  here ${b}`)
  }
  return differences
}

function written(value: unknown): string {
  const out = new CborWriter()
  out.any(value)
  return out.finish().toString('hex')
}
