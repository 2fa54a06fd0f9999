// Upstream: staging/src/k8s.io/apiserver/pkg/endpoints/handlers/{create,rest}.go (fieldValidation, parseYAMLWarnings)

import { goQuote } from '../../../apimachinery/field-error.ts'
import { deepCopy, type KubeObject } from '../../../apimachinery/json.ts'
import { newBadRequest } from '../../../apimachinery/status-error.ts'
import { turns } from '../../registry/generic/pace.ts'
import type { ApiCall } from '../api-call.ts'
import { type DecodedBody, decodeBody } from '../body-decoder.ts'
import { explained } from '../explained.ts'
import type { MediaType } from '../negotiation.ts'
import type { WriteOptions } from '../options/write-options.ts'
import { inVersion } from '../scope.ts'
import type { Write } from './write.ts'

/** The object of a body with the defaults of its schema. Unknown fields are told or refused. Throws 400 and 413. */
export async function decodeObject(write: Write, mediaType: MediaType): Promise<KubeObject> {
  const { scope, call, options } = write
  const decoding = decodedBody(write, mediaType)
  const { object, strictErrors, given, otherVersion } =
    decoding instanceof Promise ? await decoding : decoding
  if (call.isLarge()) await turns()
  if (otherVersion === undefined) noteObject(write, object)
  reportStrict(call, strictErrors, options.fieldValidation, (text) =>
    newBadRequest(
      `${given.kind} in version ${goQuote(given.version)} cannot be handled as a ${scope.kind.kind}: ${text}`,
    ),
  )
  if (otherVersion !== undefined) throw otherVersion
  return object
}

function decodedBody({ scope, body }: Write, mediaType: MediaType): DecodedBody | Promise<DecodedBody> {
  const { undecodable } = scope
  const decode = (): DecodedBody | Promise<DecodedBody> =>
    decodeBody(scope.apiserver.scheme, body, mediaType, scope.kind)
  if (undecodable === undefined) return decode()
  return explained(decode, undecodable)
}

/** Audit events show the object as upstream has decoded it: with the defaults of its kind. */
function noteObject({ scope, call: { audit } }: Write, object: KubeObject): void {
  if (audit === undefined) return
  const whole = audit.tells('Request')
  audit.requestObject(whole ? inVersion(scope, scope.storage.toStorage(deepCopy(object))) : object)
}

/** Strict findings: refused, told as warnings, or ignored. `refuse` makes the error. */
function reportStrict(
  call: ApiCall,
  errors: readonly string[],
  directive: WriteOptions['fieldValidation'],
  refuse: (text: string) => Error,
): void {
  if (errors.length === 0 || directive === 'Ignore') return
  if (directive === 'Strict') throw refuse(`strict decoding error: ${errors.join(', ')}`)
  for (const error of errors) for (const text of yamlTexts(error)) call.warn(text)
}

/** The findings of a YAML parser come as lines of one text. Upstream: parseYAMLWarnings. */
export function yamlTexts(text: string): string[] {
  const prefix = /^(?:error converting YAML to JSON: )?yaml: unmarshal errors:\n/.exec(text)
  return prefix === null
    ? [text]
    : text
        .slice(prefix[0].length)
        .split('\n')
        .map((line) => line.trim())
}
