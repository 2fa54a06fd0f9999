// Upstream: pkg/apis/apiserverinternal/validation/validation.go, pkg/registry/apiserverinternal/storageversion/strategy.go
import type {
  ServerStorageVersion,
  StorageVersionCondition,
  StorageVersionStatus,
} from '../../../api/apiserverinternal-v1alpha1.ts'
import { eachFinding, type FieldError, FieldPath, field, repeats } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import {
  isDNS1035Label,
  isDNS1123Subdomain,
  nameIsDNSSubdomain,
} from '../../../apimachinery/validation/names.ts'
import { validateQualifiedName } from '../core/names.ts'
import { registryDialect } from '../dialect.ts'
import { defaultStatusStrategy } from '../generic/default-strategy.ts'
import { extendedStrategy } from '../generic/extended-strategy.ts'
import type { RulesFor } from '../generic/resource-row.ts'

const path = FieldPath.of('status')
const statusOf = (object: KubeObject): StorageVersionStatus =>
  (object['status'] ?? {}) as StorageVersionStatus

/** `<group>.<resource>`. */
function validateName(name: string): string[] {
  const dot = name.lastIndexOf('.')
  if (dot < 0) return ['name must be in the form of <group>.<resource>']
  return [
    ...isDNS1123Subdomain(name.slice(0, dot)).map((text) => `the group segment ${text}`),
    ...isDNS1035Label(name.slice(dot + 1)).map((text) => `the resource segment ${text}`),
  ]
}

/** What is wrong with `apps/v1` or `v1`. */
function versionErrors(apiVersion: string): string[] {
  const parts = apiVersion.split('/')
  if (parts.length > 2)
    return [
      "an apiVersion is a DNS-1035 label, which must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyVersion')",
    ]
  const version = parts.at(-1)!
  const group = parts.length === 2 ? parts[0]! : undefined
  const part = (name: string, value: string, check: (value: string) => string[]): string[] =>
    (value === '' ? ['must be non-empty'] : check(value)).map((text) => `${name} part: ${text}`)
  return [
    ...(group === undefined ? [] : part('group', group, isDNS1123Subdomain)),
    ...part('version', version, isDNS1035Label),
  ]
}

const validateVersion = (version: string, at: FieldPath): FieldError[] => {
  const errors = versionErrors(version)
  return errors.length === 0 ? [] : [field.invalid(at, version, errors.join(','))]
}

function validateServer(one: ServerStorageVersion, at: FieldPath, minor: number): FieldError[] {
  const { apiServerID = '', encodingVersion = '' } = one
  const decodable = one.decodableVersions ?? []
  const decodablePath = at.child('decodableVersions')
  const servedPath = at.child('servedVersions')
  const served = registryDialect(minor).checksServedVersions ? (one.servedVersions ?? []) : []
  return [
    ...nameIsDNSSubdomain(apiServerID, false).map((text) =>
      field.invalid(at.child('apiServerID'), apiServerID, text),
    ),
    ...validateVersion(encodingVersion, at.child('encodingVersion')),
    ...eachFinding(decodable, (version, i) => validateVersion(version, decodablePath.index(i))),
    ...(decodable.includes(encodingVersion)
      ? []
      : [
          field.invalid(
            decodablePath,
            badValue(decodable, '[]string', minor),
            `decodableVersions must include encodingVersion ${encodingVersion}`,
          ),
        ]),
    ...eachFinding(served, (version, i) => [
      ...validateVersion(version, servedPath.index(i)),
      ...(decodable.includes(version)
        ? []
        : [
            field.invalid(
              servedPath.index(i),
              version,
              `individual served version : ${version} must be included in decodableVersions : [${decodable.join(' ')}]`,
            ),
          ]),
    ]),
  ]
}

/** The version that all servers encode with, where they do. */
function commonVersion(servers: readonly ServerStorageVersion[]): string | undefined {
  const versions = new Set(servers.map(({ encodingVersion = '' }) => encodingVersion))
  return versions.size === 1 ? [...versions][0] : undefined
}

function validateCommonVersion({
  storageVersions,
  commonEncodingVersion: told,
}: StorageVersionStatus): FieldError[] {
  const common = commonVersion(storageVersions ?? [])
  if (common === (told ?? undefined)) return []
  const why =
    common === undefined
      ? 'should be nil if servers do not agree on the same encoding version, or if there is no server reporting the supported versions yet'
      : told == null
        ? `the common encoding version is ${common}`
        : `the actual common encoding version is ${common}`
  return [field.invalid(path.child('commonEncodingVersion'), told ?? null, why)]
}

/** @note Conditions are told at status[i]. A bad status is shown with the type, before that was mended. */
function validateCondition(one: StorageVersionCondition, i: number, minor: number): FieldError[] {
  const { type = '', status = '' } = one
  const { checksServedVersions: shown, explainsRequired } = registryDialect(minor)
  const statusPath = path.index(i).child('status')
  return [
    ...validateQualifiedName(type, path.index(i).child('type'), minor),
    ...validateQualifiedName(status, statusPath, minor).map((error) =>
      shown ? error : field.invalid(statusPath, type, error.detail),
    ),
    ...(['reason', 'message'] as const).flatMap((name) =>
      one[name]
        ? []
        : [field.required(path.index(i).child(name), explainsRequired ? `${name} cannot be empty` : '')],
    ),
  ]
}

function validateStatus(status: StorageVersionStatus, minor: number): FieldError[] {
  const at = path.child('storageVersions')
  const isRepeated = repeats()
  const { checksServedVersions } = registryDialect(minor)
  return [
    ...eachFinding(status.storageVersions ?? [], (one, i) => [
      ...(checksServedVersions && isRepeated(one.apiServerID ?? '')
        ? [field.duplicate(at.index(i).child('apiServerID'), one.apiServerID)]
        : []),
      ...validateServer(one, at.index(i), minor),
    ]),
    ...validateCommonVersion(status),
    ...eachFinding(status.conditions ?? [], (one, i) => validateCondition(one, i, minor)),
  ]
}

/** The strategy of StorageVersions, whose spec is empty, and their status. */
export const storageVersionRules: RulesFor = (traits) => {
  const strategy = extendedStrategy(traits, {
    validateName,
    prepareForCreate(_ctx, object) {
      object['status'] = {}
    },
    validate: ({ server }, object) => validateStatus(statusOf(object), server.release.minor),
  })
  return {
    strategy,
    subresources: {
      status: {
        ...defaultStatusStrategy(traits, strategy),
        validateUpdate: ({ server }, object) => validateStatus(statusOf(object), server.release.minor),
      },
    },
  }
}
