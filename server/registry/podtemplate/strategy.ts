// Upstream: pkg/registry/core/podtemplate/strategy.go, pkg/apis/core/validation/validation.go (ValidatePodTemplate)

import type { PodTemplate } from '../../../api/core-v1.ts'
import { FieldPath } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { setTemplateDefaults } from '../apps/template.ts'
import { metaOnCreate, metaOnUpdate } from '../core/object-meta-validation.ts'
import { semanticDeepEqual } from '../core/semantic-deep-equal.ts'
import type { ResourceRules } from '../generic/resource-row.ts'
import type { RequestContext, Strategy } from '../generic/strategy.ts'
import { dropDisabledTemplateFields } from '../pod/dropped-fields.ts'
import { templateOptions } from '../pod/options.ts'
import { validatePodTemplateSpec } from '../pod/validation.ts'
import { templateWarnings } from '../pod/warnings.ts'

const templateOf = (object: KubeObject) => (object as unknown as PodTemplate).template ?? {}
const path = FieldPath.of('template')

const validateTemplate = (ctx: RequestContext, object: KubeObject, old?: KubeObject) =>
  validatePodTemplateSpec(
    templateOf(object),
    path,
    templateOptions(ctx.server, templateOf(object), old === undefined ? undefined : templateOf(old)),
  )

const strategy: Strategy = {
  allowUnconditionalUpdate: true,
  setDefaults(object, server) {
    const own = object as unknown as PodTemplate
    own.template ??= {}
    setTemplateDefaults(own.template, server)
  },
  prepareForCreate(ctx, object) {
    object.metadata.generation = 1
    dropDisabledTemplateFields(templateOf(object), undefined, ctx.server)
  },
  prepareForUpdate(ctx, object, old) {
    dropDisabledTemplateFields(templateOf(object), templateOf(old), ctx.server)
    if (!semanticDeepEqual(templateOf(object), templateOf(old)))
      object.metadata.generation = (old.metadata.generation ?? 0) + 1
  },
  validate: (ctx, object) => [...metaOnCreate(object), ...validateTemplate(ctx, object)],
  validateUpdate: (ctx, object, old) => [...metaOnUpdate(object), ...validateTemplate(ctx, object, old)],
  warningsOnCreate: (ctx, object) => templateWarnings(path, templateOf(object), ctx.server),
  warningsOnUpdate: (ctx, object, old) =>
    object.metadata.generation === old.metadata.generation
      ? []
      : templateWarnings(path, templateOf(object), ctx.server),
}

/** The strategy of PodTemplates. */
export const podTemplateRules: ResourceRules = { strategy }
