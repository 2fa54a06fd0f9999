// The frame that the strategies of workloads share. Upstream: pkg/registry/apps/*/strategy.go

import type { PodTemplateSpec } from '../../../api/core-v1.ts'
import { FieldPath } from '../../../apimachinery/field-error.ts'
import { deepCopy, type KubeObject } from '../../../apimachinery/json.ts'
import { semanticDeepEqual } from '../core/semantic-deep-equal.ts'
import type { RequestContext, Strategy } from '../generic/strategy.ts'
import { dropDisabledTemplateFields } from '../pod/dropped-fields.ts'
import { templateOptions } from '../pod/options.ts'
import type { PodValidationOptions } from '../pod/validation-options.ts'
import { templateWarnings } from '../pod/warnings.ts'

const specOf = (object: KubeObject): { template?: PodTemplateSpec } =>
  (object['spec'] ?? {}) as { template?: PodTemplateSpec }
/** The path of the pod template in workloads. */
export const templatePath = FieldPath.of('spec', 'template')

/** The options of validating a workload's template; `old` is the stored workload of an update. */
export function workloadOptions(
  ctx: RequestContext,
  object: KubeObject,
  old?: KubeObject,
): PodValidationOptions {
  return templateOptions(
    ctx.server,
    specOf(object).template,
    old === undefined ? undefined : specOf(old).template,
  )
}

/** Creating and updating: the status is kept, disabled fields of the template go, the generation counts. */
export function workloadHooks(
  changed: (object: KubeObject, old: KubeObject) => boolean,
): Pick<Strategy, 'prepareForCreate' | 'prepareForUpdate' | 'resetFields'> {
  return {
    resetFields: [['status']],
    prepareForCreate(ctx, object) {
      object['status'] = {}
      object.metadata.generation = 1
      dropDisabledTemplateFields(specOf(object).template, undefined, ctx.server)
    },
    prepareForUpdate(ctx, object, old) {
      restore(object, old, 'status')
      dropDisabledTemplateFields(specOf(object).template, specOf(old).template, ctx.server)
      if (changed(object, old)) object.metadata.generation = (old.metadata.generation ?? 0) + 1
    },
  }
}

/** Whether an update changes the spec. */
export const specChanged = (object: KubeObject, old: KubeObject): boolean =>
  !semanticDeepEqual(object['spec'], old['spec'])
/** Whether an update changes the spec or the annotations, by which a Deployment's generation counts. */
export const specOrAnnotationsChanged = (object: KubeObject, old: KubeObject): boolean =>
  specChanged(object, old) ||
  !semanticDeepEqual(object.metadata.annotations ?? undefined, old.metadata.annotations ?? undefined)

/** Puts the stored value of a top-level field back. */
export function restore(object: KubeObject, old: KubeObject, name: string): void {
  if (old[name] === undefined) delete object[name]
  else object[name] = deepCopy(old[name])
}

/** The warnings about the pod template of a workload. */
export const workloadWarnings = (ctx: RequestContext, object: KubeObject): string[] =>
  templateWarnings(templatePath, specOf(object).template, ctx.server)

/** Warnings of an update: only where the generation grew. */
export const warningsOfChange = (ctx: RequestContext, object: KubeObject, old: KubeObject): string[] =>
  object.metadata.generation === old.metadata.generation ? [] : workloadWarnings(ctx, object)
