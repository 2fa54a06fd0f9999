// Upstream: apiserver/pkg/storage/etcd3/store.go (encoding through the codec of the storage version; PrepareObjectForStorage)
import { minorOf } from '../../component-base/minor.ts'
import { recordedReleases } from '../../component-base/release-facts.ts'
import { apimachineryDialect } from '../dialect.ts'
import { goJSONBytes } from '../go-print/marshal.ts'
import { isObject, type KubeObject, withSortedKeys } from '../json.ts'
import { emitYaml } from '../yaml-emitter.ts'
import { parseApiVersion } from './api-version.ts'
import { cborLimitsOf, isCbor, parseCbor, storedCbor } from './cbor/serializer.ts'
import {
  definitionKind,
  definitionVersion,
  servedDefinition,
  storedDefinition,
  storedDefinitionVersion,
} from './conversion/stored-definition.ts'
import { convert } from './convert.ts'
import { DecodeError } from './decode-error.ts'
import { notRegistered } from './not-registered.ts'
import { parseJson } from './parse-json.ts'
import { parseYaml } from './parse-yaml.ts'
import { openEnvelope, ProtobufSerializer } from './protobuf.ts'
import { type Scheme, schemeFor } from './scheme.ts'

/** The values of --storage-media-type. */
export type StoredMediaType = 'application/vnd.kubernetes.protobuf' | 'application/json' | 'application/yaml'

const protobufStart = Buffer.from('k8s\0')

/** Groups of the servers behind kube-apiserver, whose stores have a codec of their own (LegacyCodec). */
const storedAsJson = new Set(['apiregistration.k8s.io', 'apiextensions.k8s.io'])

/** The apiVersion and kind in the bytes of a stored object. */
export interface StoredKind {
  readonly apiVersion: string
  readonly kind: string
}

/**
 * Objects as servers of one release keep them in etcd: protobuf in its envelope, JSON where a kind has no protobuf or
 * --storage-media-type asks for it, custom resources JSON or CBOR. Without resourceVersion, which is the revision of the key.
 */
export class StoredCodec {
  private readonly scheme: Scheme
  private readonly mediaType: StoredMediaType
  private readonly versionOf: (kind: StoredKind) => string | undefined
  private readonly customAsCbor: boolean
  private groups: ReadonlySet<string> | undefined

  /**
   * @param versionOf says where a kind is kept in another version than its objects come in
   * @param customAsCbor whether custom resources are written as CBOR (the gate CBORServingAndStorage); they are read in either form
   */
  constructor(
    scheme: Scheme,
    mediaType: StoredMediaType,
    versionOf: (kind: StoredKind) => string | undefined = () => undefined,
    customAsCbor = false,
  ) {
    this.scheme = scheme
    this.versionOf = versionOf
    this.mediaType = mediaType
    this.customAsCbor = customAsCbor
  }

  /** The bytes of an object, which is in the version that is stored. */
  encode(object: KubeObject): Buffer {
    const { resourceVersion: _, selfLink: _link, ...metadata } = object.metadata
    if (this.isCustom(object)) {
      const bare = { ...object, metadata }
      return this.customAsCbor ? storedCbor(bare) : jsonLine(withSortedKeys(bare))
    }
    return this.bytesOf(this.inStoredVersion({ ...object, metadata }))
  }

  /** Whether the object is a custom resource, whose fields only its definition knows. */
  private isCustom({ apiVersion }: { apiVersion: string }): boolean {
    this.groups ??= new Set(this.scheme.groupVersions().map(({ group }) => group))
    return !this.groups.has(parseApiVersion(apiVersion).group)
  }

  private inStoredVersion(object: KubeObject): KubeObject {
    if (object.apiVersion === definitionVersion && object.kind === definitionKind)
      return storedDefinition(this.decodeJson(object))
    const apiVersion = this.versionOf(object) ?? object.apiVersion
    if (apiVersion === object.apiVersion) return object
    return convert(this.schemeOf({ apiVersion, kind: object.kind }), object, apiVersion)
  }

  private bytesOf(bare: KubeObject): Buffer {
    if (this.mediaType === 'application/yaml') return Buffer.from(emitYaml(bare))
    const json = (): Buffer => jsonLine(bare)
    if (this.mediaType === 'application/json') return json()
    if (storedAsJson.has(parseApiVersion(bare.apiVersion).group)) return json()
    const serializer = this.serializerOf(this.schemeOf(bare))
    return serializer.supports(bare.apiVersion, bare.kind) ? serializer.encode(bare) : json()
  }

  /** The object of stored bytes, in the version that they are in. Throws a {@link DecodeError} with upstream's text. */
  decode(bytes: Buffer): KubeObject {
    if (isCbor(bytes)) return this.decodeCbor(bytes)
    if (!isProtobuf(bytes)) return this.decodeText(bytes.toString())
    const { apiVersion, kind, raw } = openEnvelope(bytes)
    const scheme = this.schemeOf({ apiVersion, kind })
    const { group, version } = parseApiVersion(apiVersion)
    const value = this.serializerOf(scheme).decode(apiVersion, kind, raw)
    return scheme.decode(group, version, kind, value).object
  }

  private decodeCbor(bytes: Buffer): KubeObject {
    // UnstructuredJSONScheme was the only codec of custom resources: for it the tag is a wrong letter.
    if (!apimachineryDialect(minorOf(this.scheme.minor)).readsCbor)
      throw new DecodeError(
        `invalid character '${String.fromCharCode(bytes[0]!)}' looking for beginning of value`,
      )
    const { value } = parseCbor(bytes, cborLimitsOf(this.scheme))
    return this.decodeJson((value ?? {}) as Partial<KubeObject>)
  }

  private decodeText(text: string): KubeObject {
    const { value: parsed } = text.startsWith('{') ? parseJson(text) : parseYaml(text)
    return this.decodeJson((isObject(parsed) ? parsed : {}) as Partial<KubeObject>)
  }

  private decodeJson(value: Partial<KubeObject>): KubeObject {
    const { apiVersion = '', kind = '' } = value
    if (apiVersion === storedDefinitionVersion && kind === definitionKind)
      return this.decodeJson(servedDefinition(value as KubeObject))
    const { group, version } = parseApiVersion(apiVersion)
    if (kind !== '' && this.isCustom({ apiVersion })) return value as KubeObject
    return this.schemeOf({ apiVersion, kind }).decode(group, version, kind, value).object
  }

  private serializerOf(scheme: Scheme): ProtobufSerializer {
    return serializerFor(scheme, this.scheme.minor)
  }

  /** A release registers versions that it does not serve any more: their fields are recorded of the last one that served them. */
  private schemeOf({ apiVersion, kind }: StoredKind): Scheme {
    const { group, version } = parseApiVersion(apiVersion)
    const knows = (scheme: Scheme): boolean => scheme.typeName(group, version, kind) !== undefined
    if (knows(this.scheme)) return this.scheme
    const older = recordedReleases()
      .filter((release) => minorOf(release) < minorOf(this.scheme.minor))
      .sort((a, b) => minorOf(b) - minorOf(a))
      .map(schemeFor)
    const last = older.find(knows)
    if (last !== undefined && this.scheme.isRegistered(group, version, kind)) return last
    throw new DecodeError(notRegistered(kind, apiVersion, minorOf(this.scheme.minor)))
  }
}

/** Upstream: json.NewEncoder, which escapes as json.Marshal does. */
const jsonLine = (value: KubeObject): Buffer => Buffer.concat([goJSONBytes(value), newline])
const newline = Buffer.from('\n')

const isProtobuf = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(protobufStart)

const anyLimits = { levels: 10_000, elements: Number.POSITIVE_INFINITY, pairs: Number.POSITIVE_INFINITY }

/** The kind and version of stored bytes, without decoding what is in them; undefined: they are no object. */
export function storedKind(bytes: Buffer): StoredKind | undefined {
  try {
    if (isProtobuf(bytes)) return openEnvelope(bytes)
    const value = isCbor(bytes) ? parseCbor(bytes, anyLimits).value : JSON.parse(bytes.toString())
    const { apiVersion, kind } = value as Partial<KubeObject>
    return apiVersion === undefined || kind === undefined ? undefined : { apiVersion, kind }
  } catch {
    return undefined
  }
}

const serializers = new Map<string, ProtobufSerializer>()

function serializerFor(scheme: Scheme, writer: string): ProtobufSerializer {
  const name = `${scheme.name} ${writer}`
  let serializer = serializers.get(name)
  if (serializer === undefined) {
    serializer = new ProtobufSerializer(scheme, writer)
    serializers.set(name, serializer)
  }
  return serializer
}
