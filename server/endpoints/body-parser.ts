// Bodies → JSON values. Throws Error with Go's words.
import { parse } from 'yaml'
import type { Scheme } from '../apimachinery/scheme/scheme.ts'
import { unsupportedMediaType, type MediaType } from './negotiation.ts'

export interface ParsedBody {
  value: unknown
  /** Repeated keys. */
  strictErrors: string[]
}

export function parseBody(body: Buffer, mediaType: MediaType, _scheme: Scheme): ParsedBody {
  if (mediaType === 'application/json') {
    if (body.length === 0) throw new Error('unexpected end of JSON input')
    return { value: JSON.parse(body.toString('utf8')), strictErrors: [] }
  }
  if (mediaType === 'application/yaml') return { value: parse(body.toString('utf8')), strictErrors: [] }
  throw unsupportedMediaType()
}
