// Forms of answers beside JSON.

import { ProtobufSerializer } from '../../apimachinery/scheme/protobuf.ts'
import type { Scheme } from '../../apimachinery/scheme/scheme.ts'
import { notAcceptable } from './negotiation.ts'

const serializers = new WeakMap<Scheme, ProtobufSerializer>()
/** The protobuf serializer of a scheme, made once. */
export function protobufOf(scheme: Scheme): ProtobufSerializer {
  let serializer = serializers.get(scheme)
  if (serializer === undefined) {
    serializer = new ProtobufSerializer(scheme)
    serializers.set(scheme, serializer)
  }
  return serializer
}

/** Throws 406 for what has no protobuf form (tables). */
export function encodeProtobuf(scheme: Scheme, data: unknown): Buffer {
  const object = data as { apiVersion?: string; kind?: string }
  const serializer = protobufOf(scheme)
  if (!serializer.supports(object.apiVersion ?? '', object.kind ?? ''))
    throw notAcceptable(['application/json', 'application/yaml'])
  return serializer.encode(object)
}
