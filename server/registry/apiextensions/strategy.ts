// Upstream: apiextensions-apiserver pkg/registry/customresourcedefinition/strategy.go
import type { KubeObject } from '../../../apimachinery/json.ts'
import { definitionDialect } from '../../apiextensions/definition/dialect.ts'
import {
  createErrors,
  statusUpdateErrors,
  updateErrors,
} from '../../apiextensions/definition/validation/definition-rules.ts'
import { defaultStatusStrategy, defaultStrategy } from '../generic/default-strategy.ts'
import type { ResourceRules, RulesFor } from '../generic/resource-row.ts'
import type { RequestContext, Strategy } from '../generic/strategy.ts'
import { addStoredVersion, setDefaults } from './defaults.ts'
import { dropDisabledFields } from './disabled-fields.ts'
import { formatWarnings } from './formats.ts'

/** What a client sends as status of a new definition is not kept. */
function prepareForCreate(ctx: RequestContext, object: KubeObject): void {
  object['status'] = {}
  object.metadata.generation = 1
  addStoredVersion(object)
  dropDisabledFields(object, undefined, ctx.server)
}

/** The strategies of CustomResourceDefinitions and of their status. */
export const definitionRules: RulesFor = (traits): ResourceRules => {
  const base = defaultStrategy(traits)
  const strategy: Strategy = {
    ...base,
    setDefaults,
    allowUnconditionalUpdate: false,
    validatesMeta: false,
    prepareForCreate,
    prepareForUpdate(ctx, object, old) {
      base.prepareForUpdate?.(ctx, object, old)
      addStoredVersion(object)
      dropDisabledFields(object, old, ctx.server)
    },
    validate: ({ server }, object) => createErrors(object, server),
    validateUpdate: ({ server }, object, old) => updateErrors(object, old, server),
    warningsOnCreate: ({ server }, object) => formatWarnings(object, undefined, server.release.minor),
    warningsOnUpdate: ({ server }, object, old) => formatWarnings(object, old, server.release.minor),
  }
  // @note Upstream means to keep the metadata, and lets them change.
  const status: Strategy = {
    ...defaultStatusStrategy({ ...traits, statusKeepsMeta: false }, strategy),
    resetFieldsOf: ({ release }) =>
      definitionDialect(release.minor).statusOwnsMeta ? [['spec']] : [['spec'], ['metadata']],
    validateUpdate: (_ctx, object) => statusUpdateErrors(object),
  }
  return { strategy, subresources: { status } }
}
