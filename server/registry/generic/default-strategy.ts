// Resources without a strategy of their own. Upstream: what the strategies of pkg/registry/*/*/strategy.go have in common.

import type { FieldError } from '../../../apimachinery/field-error.ts'
import { givenEmpty, holdsGivenEmpty } from '../../../apimachinery/given-empty.ts'
import { deepCopy, type KubeObject, semanticEqual } from '../../../apimachinery/json.ts'
import { validateKubeFinalizers } from '../core/kube-finalizers.ts'
import { resetObjectMetaForStatus } from '../core/reset-status-meta.ts'
import type { Strategy } from './strategy.ts'

/** How a resource differs from the common rules. */
export interface Traits {
  /** `metadata.generation` counts changes of the spec (or of `fields`). */
  readonly generation?: boolean
  /** The top-level fields that the generation counts; default spec. Empty: only the first generation is set. */
  readonly fields?: readonly string[]
  /** The generation counts an empty list or map as a change, as stored objects have none (reflect.DeepEqual). */
  readonly countsEmpty?: boolean
  readonly createOnUpdate?: boolean
  readonly conditionalUpdate?: boolean
  /** A write of the status keeps labels, annotations, owners and finalizers as they are. */
  readonly statusKeepsMeta?: boolean
}

/** A resource as a release serves it, and how it differs from the common rules. */
export interface ResourceTraits extends Traits {
  readonly group: string
  readonly namespaced: boolean
  /** The resource has a status subresource. */
  readonly hasStatus: boolean
}

/** The strategy of the resource itself: the status is not the writer's business, the generation counts. */
export function defaultStrategy(t: ResourceTraits): Strategy {
  const fields = t.fields ?? ['spec']
  return {
    allowCreateOnUpdate: t.createOnUpdate ?? false,
    allowUnconditionalUpdate: !(t.conditionalUpdate ?? false),
    ...(t.hasStatus ? { resetFields: [['status']] } : {}),
    validate: (_ctx, object) => finalizerErrors(t, object),
    validateUpdate: (_ctx, object) => finalizerErrors(t, object),
    prepareForCreate(_ctx, object) {
      if (t.hasStatus) resetStatus(object, undefined)
      if (t.generation === true) object.metadata.generation = 1
    },
    prepareForUpdate(_ctx, object, old) {
      if (t.hasStatus) resetStatus(object, old)
      if (t.generation === true && fields.some((f) => hasChanged(t, object, old, f)))
        object.metadata.generation = (old.metadata.generation ?? 0) + 1
    },
  }
}

const hasChanged = (t: Traits, object: KubeObject, old: KubeObject, name: string): boolean =>
  !semanticEqual(object[name], old[name]) ||
  (t.countsEmpty === true && (givenEmpty(object, name) !== undefined || holdsGivenEmpty(object[name])))

/** Groups whose rules take finalizers as apimachinery does, without the check that core has beyond it. */
const anyFinalizers = new Set([
  'apiextensions.k8s.io',
  'apiregistration.k8s.io',
  'admissionregistration.k8s.io',
  'coordination.k8s.io',
])

const finalizerErrors = ({ group }: ResourceTraits, object: KubeObject): FieldError[] =>
  anyFinalizers.has(group) ? [] : validateKubeFinalizers(object.metadata)

function resetStatus(object: KubeObject, old: KubeObject | undefined): void {
  if (old === undefined) {
    if (object['status'] !== undefined) object['status'] = {}
  } else if (old['status'] === undefined) delete object['status']
  else object['status'] = deepCopy(old['status'])
}

/** The strategy of the status subresource: nothing but the status changes (and metadata, where upstream allows it). */
export function defaultStatusStrategy(t: ResourceTraits, main: Strategy): Strategy {
  return {
    allowUnconditionalUpdate: main.allowUnconditionalUpdate ?? true,
    ...(main.validateName === undefined ? {} : { validateName: main.validateName.bind(main) }),
    ...(main.selectableFields === undefined ? {} : { selectableFields: main.selectableFields.bind(main) }),
    resetFields: t.statusKeepsMeta === true ? [['spec'], ['metadata']] : [['spec']],
    prepareForUpdate(_ctx, object, old) {
      for (const key of new Set([...Object.keys(object), ...Object.keys(old)])) {
        if (['status', 'metadata', 'kind', 'apiVersion'].includes(key)) continue
        if (old[key] === undefined) delete object[key]
        else object[key] = deepCopy(old[key])
      }
      if (t.statusKeepsMeta === true) resetObjectMetaForStatus(object, old)
    },
  }
}
