// What the packages of a release make of CBOR, beside what is made of it here.
import { type JsonObject, withSortedKeys } from '../../../json.ts'
import { parseJson } from '../../parse-json.ts'
import { schemeFor } from '../../scheme.ts'
import { diagnosticNotation } from '../diagnostic.ts'
import { CborSerializer, cborLimitsOf, parseCbor } from '../serializer.ts'
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
  private readonly limits

  constructor(release: string) {
    this.scheme = schemeFor(release)
    this.serializer = new CborSerializer(this.scheme)
    this.limits = cborLimitsOf(this.scheme)
  }

  answer({ json, hex = '', group = '', version = '', kind = '' }: CborQuestion): CborAnswered {
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

  private typed(data: Buffer, wanted: { group: string; version: string; kind: string }): CborAnswered {
    try {
      const meta = this.serializer.typeMeta(data)
      const apiVersion =
        meta.apiVersion || (wanted.group === '' ? wanted.version : `${wanted.group}/${wanted.version}`)
      const kind = meta.kind || wanted.kind
      const { value, strictErrors } = this.serializer.decode(apiVersion, kind, data)
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
export function differencesOf(
  questions: readonly CborQuestion[],
  answers: readonly CborAnswered[],
  release: string,
): string[] {
  const here = new Answering(release)
  return questions.flatMap((question, i) => {
    const real = answers[i]!
    if (isBeside(real)) return []
    const ours = here.answer(question)
    const [a, b] = [real, ours].map((one) => JSON.stringify(comparable(one, question.kind ?? '')))
    return a === b ? [] : [`${JSON.stringify(question)}\n  real ${a}\n  here ${b}`]
  })
}

function written(value: unknown): string {
  const out = new CborWriter()
  out.any(value)
  return out.finish().toString('hex')
}
