// Go types whose JSON stands in annotations. Upstream: pkg/apis/core/types.go, staging/src/k8s.io/api/core/v1/types.go
import type { Taint, Toleration } from '../../../api/core-v1.ts'
import type { Codec } from '../../../apimachinery/scheme/codec.ts'
import { pointerCodec, sliceCodec } from '../../../apimachinery/scheme/codec-collection.ts'
import { boolCodec, integerCodec, stringCodec } from '../../../apimachinery/scheme/codec-scalar.ts'
import { specialCodecs } from '../../../apimachinery/scheme/codec-special.ts'
import { plainStruct } from '../../../apimachinery/scheme/plain-struct.ts'
import { lowerFirst } from '../../../component-base/first-letter.ts'

const text = stringCodec('string')
const time = pointerCodec(specialCodecs['io.k8s.apimachinery.pkg.apis.meta.v1.Time']!)
const seconds = pointerCodec(integerCodec('int64', 'int64'))

/** A list of an internal type, which has no names for JSON: errors have Go's, and what is decoded those of the API. */
function internalList(name: string, fields: Readonly<Record<string, Codec>>): Codec {
  const codec = sliceCodec(`[]core.${name}`, plainStruct(name, `core.${name}`, fields))
  return {
    ...codec,
    decode(value, state, frame) {
      const list = codec.decode(value, state, frame) as Record<string, unknown>[] | null
      return list?.map((item) =>
        Object.fromEntries(Object.entries(item).map(([key, one]) => [lowerFirst(key), one])),
      )
    },
  }
}

/** `[]core.Taint` */
export const internalTaints = internalList('Taint', {
  Key: text,
  Value: text,
  Effect: stringCodec('core.TaintEffect'),
  TimeAdded: time,
})
/** What {@link internalTaints} decodes; undefined for null. */
export type InternalTaints = Taint[] | undefined

/** `[]core.Toleration` */
export const internalTolerations = internalList('Toleration', {
  Key: text,
  Operator: stringCodec('core.TolerationOperator'),
  Value: text,
  Effect: stringCodec('core.TaintEffect'),
  TolerationSeconds: seconds,
})
/** What {@link internalTolerations} decodes; undefined for null. */
export type InternalTolerations = Toleration[] | undefined

/** `[]v1.Toleration`; null for null. */
export const tolerationList = sliceCodec(
  '[]v1.Toleration',
  plainStruct('Toleration', 'v1.Toleration', {
    key: text,
    operator: stringCodec('v1.TolerationOperator'),
    value: text,
    effect: stringCodec('v1.TaintEffect'),
    tolerationSeconds: seconds,
  }),
)

/** `v1.AvoidPods` */
export const avoidPods = plainStruct('AvoidPods', 'v1.AvoidPods', {
  preferAvoidPods: sliceCodec(
    '[]v1.PreferAvoidPodsEntry',
    plainStruct('PreferAvoidPodsEntry', 'v1.PreferAvoidPodsEntry', {
      podSignature: plainStruct('PodSignature', 'v1.PodSignature', {
        podController: pointerCodec(
          plainStruct('OwnerReference', 'v1.OwnerReference', {
            apiVersion: text,
            kind: text,
            name: text,
            uid: stringCodec('types.UID'),
            controller: pointerCodec(boolCodec('bool')),
            blockOwnerDeletion: pointerCodec(boolCodec('bool')),
          }),
        ),
      }),
      evictionTime: time,
      reason: text,
      message: text,
    }),
  ),
})
/** What {@link avoidPods} decodes. */
export interface AvoidPods {
  readonly preferAvoidPods?: readonly {
    readonly podSignature?: { readonly podController?: { readonly controller?: boolean | null } | null }
  }[]
}
