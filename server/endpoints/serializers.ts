// Forms of answers beside JSON.

import { CborSerializer } from '../../apimachinery/scheme/cbor/serializer.ts'
import { WrittenMessage } from '../../apimachinery/scheme/message-codec.ts'
import { ProtobufSerializer } from '../../apimachinery/scheme/protobuf.ts'
import type { Scheme } from '../../apimachinery/scheme/scheme.ts'
import { onceOf } from '../../component-base/once-of.ts'
import type { View } from '../registry/generic/store.ts'
import type { Serializers } from './body-parser.ts'
import type { ListAnswer } from './compressed-list.ts'
import { MadeOnce } from './made-once.ts'
import { cborType, type MediaType, notAcceptable } from './negotiation.ts'

interface Typed {
  apiVersion?: string
  kind?: string
}

/** Messages of stored objects. */
const messagesOf = onceOf((_: Scheme) => new MadeOnce())

function supported(scheme: Scheme, { apiVersion = '', kind = '' }: Typed): ProtobufSerializer {
  const serializer = protobufOf(scheme)
  if (!serializer.supports(apiVersion, kind)) throw notAcceptable(['application/json', 'application/yaml'])
  return serializer
}

/** The protobuf serializer of a scheme, made once. */
export const protobufOf = onceOf((scheme: Scheme) => new ProtobufSerializer(scheme))

/** The serializers of a scheme, made once. */
export const serializersOf = (scheme: Scheme): Serializers => ({
  protobuf: protobufOf(scheme),
  cbor: cborOf(scheme),
})

/** The CBOR serializer of a scheme, made once. */
export const cborOf = onceOf((scheme: Scheme) => new CborSerializer(scheme))

/** Throws 406 for what has no protobuf form (tables). */
export function encodeProtobuf(scheme: Scheme, data: unknown): Buffer {
  const object = data as Typed
  return supported(scheme, object).encode(object)
}

/** The answer to a LIST of stored objects in protobuf. Throws 406. */
export function storedListProtobuf(scheme: Scheme, list: object, views: readonly View[]): ListAnswer {
  const messages = views.map((view) => storedMessage(scheme, view))
  const { head, beforeItem, tail } = supported(scheme, list).encodeList(list, messages)
  const items = messages.map((message, i) => ({ identity: message, bytes: [beforeItem[i]!, message] }))
  return { form: 'protobuf', head, items, separator: Buffer.alloc(0), tail }
}

/** A stored object as {@link encodeProtobuf} has it: its message is written once, whoever asks. */
export function storedProtobuf(scheme: Scheme, view: View): Buffer {
  const message = new WrittenMessage(storedMessage(scheme, view))
  return supported(scheme, view.object).encode(view.object, message)
}

/** The message of a stored object. Throws 406. */
function storedMessage(scheme: Scheme, view: View): Buffer {
  const serializer = supported(scheme, view.object)
  return messagesOf(scheme).of(view, () => serializer.message(view.object))
}

/** An answer in protobuf or CBOR. Throws 406 for what has no protobuf form. */
export const encodeBinary = (scheme: Scheme, mediaType: MediaType, data: unknown): Buffer =>
  mediaType === cborType ? cborOf(scheme).encode(data as object) : encodeProtobuf(scheme, data)

/** One frame of a watch in protobuf or CBOR. */
export function watchFrame(scheme: Scheme, mediaType: MediaType, type: string, object: unknown): Buffer {
  const serializer = mediaType === cborType ? cborOf(scheme) : protobufOf(scheme)
  return serializer.watchFrame(type, encodeBinary(scheme, mediaType, object))
}

/** As {@link watchFrame}, for a stored object. */
export const storedWatchFrame = (scheme: Scheme, mediaType: MediaType, type: string, view: View): Buffer =>
  mediaType === cborType
    ? watchFrame(scheme, mediaType, type, view.object)
    : protobufOf(scheme).watchFrame(type, storedProtobuf(scheme, view))
