// Upstream: pkg/registry/coordination/leasecandidate/strategy.go, pkg/apis/coordination/validation/validation.go
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { isConfigMapKey } from '../../../apimachinery/validation/keys.ts'
import { parseVersion, type Version } from '../../../featuregates/version.ts'
import { subObject } from '../core/sub-object.ts'
import { registryDialect } from '../dialect.ts'
import { extending } from '../generic/resource-row.ts'
import { validateLeaseStrategy } from '../lease/strategy.ts'

/** The spec in any version: v1alpha1 has a list of strategies. */
export interface CandidateSpec {
  leaseName?: string
  binaryVersion?: string
  emulationVersion?: string
  strategy?: string
  preferredStrategies?: string[] | null
  renewTime?: string | null
  pingTime?: string | null
}

const specOf = (object: KubeObject): CandidateSpec => subObject(object, 'spec')
const path = FieldPath.of('spec')
const oldest = 'OldestEmulationVersion'

const semantic =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/

/** Undefined: it is empty, or none. */
function versionOf(text = ''): Version | undefined {
  try {
    return semantic.test(text) ? parseVersion(text) : undefined
  } catch {
    return undefined
  }
}

const invalidVersion = (name: string, text = ''): FieldError[] =>
  text === '' || versionOf(text) !== undefined
    ? []
    : [field.invalid(path.child(name), text, 'must be a valid semantic version')]

function validateVersions(spec: CandidateSpec, needsBinary: boolean): FieldError[] {
  const { binaryVersion = '', emulationVersion = '' } = spec
  const [binary, emulation] = [versionOf(binaryVersion), versionOf(emulationVersion)]
  const at = path.child('binaryVersion')
  const older =
    binaryVersion !== '' && emulation !== undefined && (binary === undefined || binary.lessThan(emulation))
  return [
    ...invalidVersion('emulationVersion', emulationVersion),
    ...(needsBinary && binaryVersion === '' ? [field.required(at, '')] : []),
    ...invalidVersion('binaryVersion', binaryVersion),
    ...(older
      ? [field.invalid(at, binaryVersion, 'must be greater than or equal to `emulationVersion`')]
      : []),
  ]
}

/** A version that is not there, or is 0.0.0. */
const lacks = (spec: CandidateSpec, name: 'binaryVersion' | 'emulationVersion'): boolean =>
  (versionOf(spec[name])?.components ?? []).every((part) => part === 0)

const neededFor = (spec: CandidateSpec, name: 'binaryVersion' | 'emulationVersion'): FieldError[] =>
  lacks(spec, name)
    ? [field.required(path.child(name), `must be specified when \`strategy\` is '${oldest}'`)]
    : []

function validateStrategies(spec: CandidateSpec, minor: number): FieldError[] {
  const { preferredStrategies, strategy = '' } = spec
  if (registryDialect(minor).candidateHasStrategies)
    return (preferredStrategies ?? []).flatMap((one, i) => [
      ...(one === oldest
        ? [...neededFor(spec, 'binaryVersion'), ...neededFor(spec, 'emulationVersion')]
        : []),
      ...validateLeaseStrategy(one, path.child('preferredStrategies').index(i), minor),
    ])
  if (strategy === '') return [field.required(path.child('strategy'), '')]
  return [
    ...(strategy === oldest ? neededFor(spec, 'emulationVersion') : []),
    ...validateLeaseStrategy(strategy, path.child('strategy'), minor),
  ]
}

function validateSpec(spec: CandidateSpec, minor: number): FieldError[] {
  return [
    ...(spec.leaseName ? [] : [field.required(path.child('leaseName'), '')]),
    ...validateVersions(spec, !registryDialect(minor).candidateHasStrategies),
    ...validateStrategies(spec, minor),
  ]
}

/** The rules of LeaseCandidates. */
export const leaseCandidateRules = extending({
  validateName: (name) => isConfigMapKey(name),
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: false,
  validate: (ctx, object) => validateSpec(specOf(object), ctx.server.release.minor),
  validateUpdate: (ctx, object, old) => {
    const { minor } = ctx.server.release
    const { leaseName = '' } = specOf(object)
    return [
      ...validateSpec(specOf(object), minor),
      ...(leaseName === (specOf(old).leaseName ?? '')
        ? []
        : [
            field.invalid(
              path.child('leaseName'),
              badValue(leaseName, 'string', minor),
              'field is immutable',
            ),
          ]),
    ]
  },
})
