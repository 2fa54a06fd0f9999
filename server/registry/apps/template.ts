// What the workloads that stamp out pods from a template have in common.
// Upstream: pkg/apis/core/v1/zz_generated.defaults.go (PodTemplateSpec), pkg/apis/apps/validation/validation.go

import type { ReplicaSetSpec } from '../../../api/apps-v1.ts'
import type { PodTemplateSpec, Volume } from '../../../api/core-v1.ts'
import type { LabelSelector as LabelSelectorType } from '../../../api/meta-v1.ts'
import { type FieldError, type FieldPath, field, type Literal } from '../../../apimachinery/field-error.ts'
import { valueOrEmpty } from '../../../apimachinery/given-empty.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { LabelSelector } from '../../../apimachinery/selectors/label-selector.ts'
import { validateLabelSelector } from '../../../apimachinery/validation/labels.ts'
import { isDNS1123Label } from '../../../apimachinery/validation/names.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import type { ServerContext } from '../generic/strategy.ts'
import { convertPodSpec } from '../pod/conversion.ts'
import { setPodSpecDefaults } from '../pod/defaults.ts'
import { podDialect } from '../pod/dialect.ts'
import { validatePodTemplateSpec } from '../pod/validation.ts'
import type { PodValidationOptions } from '../pod/validation-options.ts'

/** Sets the defaults of a pod template, in place. */
export function setTemplateDefaults(template: PodTemplateSpec, server: ServerContext): void {
  template.spec ??= {}
  setPodSpecDefaults(template.spec, server)
  convertPodSpec(template.spec)
}

/** The selector of a workload, or the findings that make it unusable. `kind`: as messages name it. */
export function validateSelector(
  selector: LabelSelectorType | undefined,
  path: FieldPath,
  kind: string,
  minor: number,
): FieldError[] {
  if (selector == null) return [field.required(path, '')]
  const errors = validateLabelSelector(selector, {}, path, minor)
  const isEmpty =
    Object.keys(selector.matchLabels ?? {}).length + (selector.matchExpressions?.length ?? 0) === 0
  if (isEmpty)
    errors.push(
      field.invalid(
        path,
        badValue(selector, 'v1.LabelSelector', minor),
        `empty selector is invalid for ${kind}`,
      ),
    )
  return errors
}

/** Parses the selector; `undefined` where it is no valid one. */
export function parsedSelector(
  selector: LabelSelectorType | undefined,
  minor: number,
): LabelSelector | undefined {
  try {
    return LabelSelector.fromObject(selector, minor)
  } catch {
    return undefined
  }
}

/** The labels of a template as messages show them: also an empty map that was given. */
export const shownLabels = ({ metadata }: PodTemplateSpec, minor: number): Literal =>
  badValue(metadata && valueOrEmpty(metadata, 'labels'), 'map[string]string', minor)

/** The error where a workload's selector does not match the labels of its template. */
export function validateTemplateLabels(
  template: PodTemplateSpec,
  selector: LabelSelector,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const labels = template.metadata?.labels
  if (selector.empty || selector.matches(labels)) return []
  return [
    field.invalid(
      path.child('metadata', 'labels'),
      shownLabels(template, minor),
      '`selector` does not match template `labels`',
    ),
  ]
}

/** Pods that a controller keeps running always start again and never end by themselves. */
export function validateRestart(template: PodTemplateSpec, path: FieldPath, kind: string): FieldError[] {
  const errors: FieldError[] = []
  const policy = template.spec?.restartPolicy ?? ''
  if (policy !== 'Always')
    errors.push(field.notSupported(path.child('spec', 'restartPolicy'), policy, ['Always']))
  if (template.spec?.activeDeadlineSeconds != null) {
    errors.push(
      field.forbidden(
        path.child('spec', 'activeDeadlineSeconds'),
        `activeDeadlineSeconds in ${kind} is not Supported`,
      ),
    )
  }
  return errors
}

/** The template of a ReplicaSet or Deployment, which its selector has to match. Upstream: ValidatePodTemplateSpecForReplicaSet */
export function validateReplicaTemplate(
  { selector: given, template = {}, replicas = 0 }: ReplicaSetSpec,
  old: ReplicaSetSpec | undefined,
  spec: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const { minor, server } = options
  const selector = parsedSelector(given, minor)
  if (selector === undefined)
    return [
      field.invalid(
        spec.child('selector'),
        badValue(given, 'v1.LabelSelector', minor),
        'invalid label selector',
      ),
    ]
  const path = spec.child('template')
  const volumes = path.child('spec', 'volumes')
  return [
    ...validateTemplateLabels(template, selector, path, minor),
    ...validatePodTemplateSpec(template, path, options),
    ...(replicas > 1
      ? validateReadOnlyDisks(
          template.spec?.volumes ?? [],
          old?.template?.spec?.volumes ?? [],
          volumes,
          server,
        )
      : []),
    ...validateRestart(template, path, 'ReplicaSet'),
  ]
}

/** A disk that only one machine can write was once refused for several replicas. */
export function validateReadOnlyDisks(
  volumes: readonly Volume[],
  old: readonly Volume[],
  path: FieldPath,
  server: ServerContext,
): FieldError[] {
  if (gateEnabled(server.gates, 'SkipReadOnlyValidationGCE')) return []
  const writable = (v: Volume): boolean => v.gcePersistentDisk != null && !v.gcePersistentDisk.readOnly
  if (old.some(writable)) return []
  const text =
    'must be true for replicated pods > 1; GCE PD can only be mounted on multiple machines if it is read-only'
  return volumes.flatMap((v, i) =>
    writable(v) ? [field.invalid(path.index(i).child('gcePersistentDisk', 'readOnly'), false, text)] : [],
  )
}

/** The warning for names that become host names of pods. */
export function hostnameWarnings(name: string, minor: number, what = 'Pod names and hostnames'): string[] {
  const texts = podDialect(minor).warnsOfDottedNames ? isDNS1123Label(name, minor) : []
  if (texts.length === 0) return []
  return [
    `metadata.name: this is used in ${what}, which can result in surprising behavior; a DNS label is recommended: [${texts.join(' ')}]`,
  ]
}
