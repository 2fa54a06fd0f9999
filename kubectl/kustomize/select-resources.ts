// The resources that a selector means.
// Upstream: kustomize/api/types/selector.go, kustomize/api/resmap (Select)
import { LabelSelector } from '../../apimachinery/selectors/label-selector.ts'
import { KubectlError } from '../errors.ts'
import type { Selector } from './kustomization.ts'
import { idsOf, type KustomizeResource, metaOf, type ResourceId } from './resource.ts'

const idFields = ['group', 'version', 'kind', 'name', 'namespace'] as const
/** Backtracking on a stranger's expression would be endless. */
const plainPattern = /^[\w.\-*|^$]*$/
const longestPattern = 200

/** The resources that a selector of `patches` selects, by regular expressions that a whole field must match. */
export function selectedByPattern(
  resources: readonly KustomizeResource[],
  selector: Selector,
  minor: number,
): KustomizeResource[] {
  const tests = idFields.flatMap((field) => {
    const pattern = selector[field] ?? ''
    return pattern === '' ? [] : [[field, anchored(pattern)] as const]
  })
  return resources.filter(
    (resource) =>
      idsOf(resource).some((id) => tests.every(([field, test]) => test.test(id[field]))) &&
      byLabels(resource, selector, minor),
  )
}

/** Whether a selector of `replacements` selects an id, by exact fields. */
export const isSelected = (id: ResourceId, selector: Selector): boolean =>
  idFields.every((field) => {
    const wanted = selector[field] ?? ''
    return (
      wanted === '' ||
      wanted === id[field] ||
      (field === 'namespace' && wanted === 'default' && id[field] === '')
    )
  })

/** Whether a resource's labels and annotations match a selector's; an absent part matches. */
export function byLabels({ object }: KustomizeResource, selector: Selector, minor: number): boolean {
  const { labels, annotations } = metaOf(object)
  const matches = (text: string | undefined, of: Record<string, string> | undefined): boolean =>
    (text ?? '') === '' || LabelSelector.parse(text!, minor).matches(of)
  return matches(selector.labelSelector, labels) && matches(selector.annotationSelector, annotations)
}

function anchored(pattern: string): RegExp {
  const simple =
    plainPattern.test(pattern) && pattern.length <= longestPattern && pattern.split('*').length <= 4
  try {
    if (simple) return new RegExp(`^(?:${pattern.replace(/^\^|\$$/g, '')})$`)
  } catch {}
  throw new KubectlError(
    `the built-in kustomize does not support the pattern ${JSON.stringify(pattern)} in a selector`,
  )
}
