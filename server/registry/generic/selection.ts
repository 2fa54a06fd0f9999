// Upstream: staging/src/k8s.io/apiserver/pkg/storage/selection_predicate.go, pkg/apis/*/v1/conversion.go (field labels)
import { goQuote } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { FieldSelector } from '../../../apimachinery/selectors/field-selector.ts'
import { LabelSelector, SelectorError } from '../../../apimachinery/selectors/label-selector.ts'
import { newBadRequest, type StatusError } from '../../../apimachinery/status-error.ts'
import { remembered } from '../../../component-base/remembered.ts'
import type { EventIndex } from '../../storage/interface.ts'
import { apiVersionOf, type GroupVersionKind } from './runtime.ts'
import type { ResourceStore } from './store.ts'

/** Selectors of a list or watch, parsed for a resource. */
export interface SelectionPredicate {
  /** Nothing is selected away. */
  readonly everything: boolean
  /** The only name that can match, where the field selector says so. */
  readonly name: string | undefined
  matches(object: KubeObject): boolean
  /** What finds the changes that can matter, where few of all do; undefined: all have to be looked at. */
  readonly index?: EventIndex | undefined
}

/** The predicate that every object matches. */
export const everything: SelectionPredicate = { everything: true, name: undefined, matches: () => true }

/** The predicate of a request for a resource. Throws 400 for fields that it does not select by. `name`: from the path. */
export function predicateOf(
  store: ResourceStore,
  { labels, fields: written }: Selectors,
  name: string | undefined,
  asked?: Pick<GroupVersionKind, 'group' | 'version'>,
): SelectionPredicate {
  const group = asked?.group ?? ''
  const version = asked === undefined ? store.apiVersion : apiVersionOf(asked)

  if (labels.empty && written.empty && name === undefined) return everything
  const fields = storedLabels(store, written, group)
  if (name !== undefined && !fields.empty && fields.requiresExactMatch('metadata.name') !== name) {
    throw newBadRequest("fieldSelector metadata.name doesn't match requested name")
  }
  for (const field of new Set(fields.requirements.map((one) => one.field))) checkLabel(store, field, version)
  const onlyName = name ?? fields.requiresExactMatch('metadata.name')
  return {
    everything: labels.empty && fields.empty && name === undefined,
    name: onlyName,
    index: indexOf(store, fields),
    matches: (object) =>
      (name === undefined || object.metadata.name === name) &&
      labels.matches(object.metadata.labels) &&
      (fields.empty || fields.matches(fieldsOf(store, object))),
  }
}

/** Pods by their nodes: each kubelet watches its own. Upstream: cacher's IndexerFuncs and TriggerPublisherFuncs */
function indexOf({ strategy, facts }: ResourceStore, fields: FieldSelector): EventIndex | undefined {
  const field = facts.form === undefined ? strategy.indexedField : undefined
  const key = field && fields.requiresExactMatch(field.label)
  return key === undefined ? undefined : { keysOf: field!.keysOf, key }
}

/** Selectors as they were written, by the names of the requested version's fields. */
export interface Selectors {
  readonly labels: LabelSelector
  readonly fields: FieldSelector
}

/** Characters of the selectors that are kept: thousands of watches have the same few, and each node's lists and watches the same. */
const keptCharacters = 50_000
const lengthOf = (text: string): number => text.length
/** @param text `36 a=b`: the minor release before the selector */
const labelsOf = remembered(
  keptCharacters,
  (text) => {
    const space = text.indexOf(' ')
    return LabelSelector.parse(text.slice(space + 1), Number(text.slice(0, space)))
  },
  lengthOf,
)
const fieldSelectorOf = remembered(keptCharacters, (text) => FieldSelector.parse(text), lengthOf)

/** Throws 400 for texts that do not parse. */
export function parseSelectors(labelText: string, fieldText: string, minor: number): Selectors {
  try {
    return { labels: labelsOf(`${minor} ${labelText}`), fields: fieldSelectorOf(fieldText) }
  } catch (error) {
    if (error instanceof SelectorError) throw newBadRequest(error.message)
    throw error
  }
}

/** Field label → value. */
export function fieldsOf(store: ResourceStore, object: KubeObject): Record<string, string> {
  const own = store.strategy.selectableFields?.(object, store.parts.server) ?? {}
  return {
    'metadata.name': object.metadata.name ?? '',
    'metadata.namespace': object.metadata.namespace ?? '',
    ...own,
  }
}

/** The selector by the names of the stored version's fields. */
function storedLabels(store: ResourceStore, selector: FieldSelector, group: string): FieldSelector {
  const { strategy } = store
  if (strategy.fieldLabel === undefined) return selector
  return new FieldSelector(
    selector.requirements.map((r) => {
      const field = strategy.fieldLabel!(r.field, group)
      if (field === undefined) throw newBadRequest(`field label not supported: ${r.field}`)
      return { ...r, field }
    }),
  )
}

/** 400 for a field of a resource that is selected by its name and namespace alone. */
export const unknownFieldSelector = (label: string): StatusError =>
  newBadRequest(`${goQuote(label)} is not a known field selector: only "metadata.name", "metadata.namespace"`)

function checkLabel(store: ResourceStore, label: string, version: string): void {
  const empty = { apiVersion: store.apiVersion, kind: store.facts.storageKind.kind, metadata: {} }
  const known = store.strategy.selectableFields?.(empty, store.parts.server)
  if (known === undefined) {
    if (label === 'metadata.name' || label === 'metadata.namespace') return
    throw unknownFieldSelector(label)
  }
  if (
    Object.hasOwn(known, label) ||
    label === 'metadata.name' ||
    (label === 'metadata.namespace' && store.facts.namespaced)
  )
    return
  const own = store.strategy.unknownFieldText?.(label, version)
  throw newBadRequest(own ?? `field label not supported: ${label}`)
}
