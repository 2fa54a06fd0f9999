// Configurations that kube-apiserver reads, each of a kind of its scheme.
// Upstream: staging/src/k8s.io/apiserver/pkg/apis/apiserver/{install,v1,v1alpha1,v1beta1}
import { parseApiVersion } from '../../apimachinery/scheme/api-version.ts'
import { ComponentConfigScheme } from '../../apimachinery/scheme/component-config.ts'
import { readDocument } from '../../apimachinery/scheme/config-document.ts'
import type { GoTypes } from '../../apimachinery/scheme/go-types.ts'
import { notRegistered } from '../../apimachinery/scheme/not-registered.ts'
import { recordedNextTo } from '../../component-base/release-facts.ts'
import { optionsDialect } from './dialect.ts'

/** The type of another configuration than the one that is asked for. */
export interface OtherConfiguration {
  /** `v1` */
  readonly version: string
  /** The Go type of the configuration: `TracingConfiguration`. */
  readonly type: string
  /** `apiserver.config.k8s.io/v1, Kind=TracingConfiguration` */
  readonly shown: string
}

/** A kind of configuration. */
export interface ConfigurationKind {
  readonly kind: string
  /** The kind's Go types. */
  readonly types: GoTypes[string]['types']
  /** Whether unknown and repeated fields are errors. */
  readonly strict: boolean
  /** The error text for a file that holds a configuration of another kind. */
  instead(other: OtherConfiguration): string
}

/** Decodes a text as a kind, as Go's struct of its version would write it. Throws an Error with upstream's text. */
export function decodeServerConfiguration(
  text: string,
  wanted: ConfigurationKind,
  minor: number,
): Record<string, unknown> {
  const document = readDocument(text)
  const { apiVersion, kind } = document
  const { serverConfigurations } = optionsDialect(minor)
  const known = Object.hasOwn(serverConfigurations, apiVersion) ? serverConfigurations[apiVersion]! : []
  if (!known.includes(kind)) throw new Error(notRegistered(kind, apiVersion, minor))
  if (kind !== wanted.kind) throw new Error(wanted.instead(otherConfiguration(apiVersion, kind)))
  const scheme = new ComponentConfigScheme(recordedNextTo(minor), typesIn(apiVersion, wanted))
  const { value, strictErrors } = scheme.decode(apiVersion, kind, document.value)
  const errors = [...document.strictErrors, ...strictErrors]
  if (errors.length > 0 && wanted.strict) throw new Error(`strict decoding error: ${errors.join(', ')}`)
  return value
}

function otherConfiguration(apiVersion: string, kind: string): OtherConfiguration {
  const { group, version } = parseApiVersion(apiVersion)
  return {
    version,
    // It has a second name, which upstream's documentation once had.
    type: kind === 'EncryptionConfig' ? 'EncryptionConfiguration' : kind,
    shown: `${group}/${version}, Kind=${kind}`,
  }
}

function typesIn(apiVersion: string, { kind, types }: ConfigurationKind): GoTypes {
  const { group, version } = parseApiVersion(apiVersion)
  return { [`io.k8s.apiserver.config.${version}`]: { group, version, name: version, kinds: [kind], types } }
}
