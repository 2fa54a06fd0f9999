// Upstream: k8s.io/api/{admission,authorization,authentication}, apiextensions-apiserver/pkg/apis/apiextensions (review types)

import { apimachineryDialect } from '../../apimachinery/dialect.ts'
import type { JsonObject, JsonValue } from '../../apimachinery/json.ts'
import { parseApiVersion } from '../../apimachinery/scheme/api-version.ts'
import type { DecodeState } from '../../apimachinery/scheme/codec.ts'
import { CodecCompiler } from '../../apimachinery/scheme/codec-compiler.ts'
import { type GoPackage, type GoTypes, goTypes } from '../../apimachinery/scheme/go-types.ts'
import { notRegistered } from '../../apimachinery/scheme/not-registered.ts'
import { minorOf } from '../../component-base/minor.ts'
import { CallError } from './go-errors.ts'

/** The apiVersion and kind of a review. */
export interface ReviewKind {
  readonly apiVersion: string
  readonly kind: string
}

const status = '~apimachinery.pkg.apis.meta.v1.Status'
const raw = '~apimachinery.pkg.runtime.RawExtension'
const uid = '~apimachinery.pkg.types.UID'
const meta = ' TypeMeta ~apimachinery.pkg.apis.meta.v1.TypeMeta i'

/** The types of admission.k8s.io, which no server serves: what an answer may hold. */
const admission: GoPackage['types'] = {
  AdmissionReview: [meta, 'request Request *AdmissionRequest o', 'response Response *AdmissionResponse o'],
  AdmissionRequest: [`uid UID ${uid}`],
  AdmissionResponse: [
    `uid UID ${uid}`,
    'allowed Allowed bool',
    `status Result *${status} o`,
    'patch Patch []byte o',
    'patchType PatchType *string o',
    'auditAnnotations AuditAnnotations map[string]string o',
    'warnings Warnings []string o',
  ],
}

/** What an answer of an authorizer may hold, the same in all versions. */
const authorization: GoPackage['types'] = {
  SubjectAccessReview: [meta, 'status Status SubjectAccessReviewStatus o'],
  SubjectAccessReviewStatus: [
    'allowed Allowed bool',
    'denied Denied bool o',
    'reason Reason string o',
    'evaluationError EvaluationError string o',
  ],
}

/** The fields of ConversionReview, which are the same in all versions. */
const conversion: GoPackage['types'] = {
  ConversionReview: [meta, 'request Request *ConversionRequest o', 'response Response *ConversionResponse o'],
  ConversionRequest: [`uid UID ${uid}`],
  ConversionResponse: [
    `uid UID ${uid}`,
    `convertedObjects ConvertedObjects []${raw}`,
    `result Result ${status}`,
  ],
}

/** The fields of TokenReview, which are the same in all versions. */
const authentication: GoPackage['types'] = {
  TokenReview: [
    meta,
    'metadata ObjectMeta ~apimachinery.pkg.apis.meta.v1.ObjectMeta o',
    'spec Spec TokenReviewSpec',
    'status Status TokenReviewStatus o',
  ],
  TokenReviewSpec: ['token Token string o', 'audiences Audiences []string o'],
  TokenReviewStatus: [
    'authenticated Authenticated bool o',
    'user User UserInfo o',
    'audiences Audiences []string o',
    'error Error string o',
  ],
  UserInfo: [
    'username Username string o',
    'uid UID string o',
    'groups Groups []string o',
    'extra Extra map[string]ExtraValue o',
  ],
  ExtraValue: '[]string',
}

/** Groups whose reviews come from the scheme of a client, which knows every kind. */
const ofClients = ['authentication.k8s.io', 'authorization.k8s.io']

const packages: Readonly<Record<string, GoPackage>> = Object.fromEntries(
  [
    ['admission.k8s.io', 'AdmissionReview', admission] as const,
    ['apiextensions.k8s.io', 'ConversionReview', conversion] as const,
    ['authorization.k8s.io', 'SubjectAccessReview', authorization] as const,
    ['authentication.k8s.io', 'TokenReview', authentication] as const,
  ].flatMap(([group, kind, types]) =>
    ['v1', 'v1beta1'].map((version) => [
      `io.k8s.review.${group}.${version}`,
      { group, version, name: version, kinds: [kind], types },
    ]),
  ),
)

/** The decoder of the reviews of one release. */
export class ReviewTypes {
  private readonly compiler: CodecCompiler
  private readonly types: GoTypes
  private readonly namesEmbedded: boolean
  private readonly minor: number

  /** @param minor as `1.34` */
  constructor(minor: string) {
    this.types = { ...goTypes(minor), ...packages }
    this.compiler = new CodecCompiler(this.types)
    this.minor = minorOf(minor)
    this.namesEmbedded = apimachineryDialect(this.minor).namesEmbeddedStructs
  }

  /** The object as its Go struct holds it. Throws a CallError: `json: cannot unmarshal …`. */
  decode({ apiVersion, kind }: ReviewKind, value: JsonValue): JsonObject {
    const codec = this.compiler.codec(`io.k8s.review.${apiVersion.replace('/', '.')}.${kind}`)
    if (codec === undefined) throw new Error(`${apiVersion} ${kind} is no review`)
    const state: DecodeState = {
      namesEmbedded: this.namesEmbedded,
      error: undefined,
      notesEmpty: false,
      strictErrors: new Set(),
    }
    const out = codec.decode(value, state, undefined)
    if (state.error !== undefined) throw new CallError(state.error.message)
    return out as JsonObject
  }

  /** The error text for an answer of another kind than the wanted one. */
  otherKind(wanted: ReviewKind, got: ReviewKind): string {
    const { group, version } = parseApiVersion(got.apiVersion)
    const asked = parseApiVersion(wanted.apiVersion)
    const known = Object.entries(this.types).some(
      ([name, own]) =>
        own.version === version &&
        own.group === group &&
        own.kinds.includes(got.kind) &&
        (ofClients.includes(asked.group) || (wanted.kind === got.kind && Object.hasOwn(packages, name))),
    )
    // Kinds that every scheme has.
    const isStatus = got.apiVersion === 'v1' && got.kind === 'Status'
    if (known || isStatus)
      return `converting (${version}.${got.kind}) to (${asked.version}.${wanted.kind}): unknown conversion`
    return notRegistered(got.kind, got.apiVersion, this.minor)
  }
}
