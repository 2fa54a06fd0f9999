// Forms of answers beside JSON.

import { WrittenMessage } from '../../apimachinery/scheme/message-codec.ts'
import { ProtobufSerializer } from '../../apimachinery/scheme/protobuf.ts'
import type { Scheme } from '../../apimachinery/scheme/scheme.ts'
import type { View } from '../registry/generic/store.ts'
import { MadeOnce } from './made-once.ts'
import { notAcceptable } from './negotiation.ts'

interface Protobuf {
  readonly serializer: ProtobufSerializer
  readonly messages: MadeOnce
}
const byScheme = new WeakMap<Scheme, Protobuf>()

function partsOf(scheme: Scheme): Protobuf {
  let parts = byScheme.get(scheme)
  if (parts === undefined) {
    parts = { serializer: new ProtobufSerializer(scheme), messages: new MadeOnce() }
    byScheme.set(scheme, parts)
  }
  return parts
}

/** The protobuf serializer of a scheme, made once. */
export const protobufOf = (scheme: Scheme): ProtobufSerializer => partsOf(scheme).serializer

interface Typed {
  apiVersion?: string
  kind?: string
}

function supported(scheme: Scheme, { apiVersion = '', kind = '' }: Typed): Protobuf {
  const parts = partsOf(scheme)
  if (!parts.serializer.supports(apiVersion, kind))
    throw notAcceptable(['application/json', 'application/yaml'])
  return parts
}

/** Throws 406 for what has no protobuf form (tables). */
export function encodeProtobuf(scheme: Scheme, data: unknown): Buffer {
  const object = data as Typed
  return supported(scheme, object).serializer.encode(object)
}

/** A stored object as {@link encodeProtobuf} has it: its message is written once, whoever asks. */
export function storedProtobuf(scheme: Scheme, view: View): Buffer {
  const { serializer } = supported(scheme, view.object)
  return serializer.encode(view.object, storedMessage(scheme, view))
}

/** A stored object as an item of a list that {@link encodeProtobuf} is given. Throws 406. */
export function storedMessage(scheme: Scheme, view: View): WrittenMessage {
  const { serializer, messages } = supported(scheme, view.object)
  return new WrittenMessage(messages.of(view, () => serializer.message(view.object)))
}
