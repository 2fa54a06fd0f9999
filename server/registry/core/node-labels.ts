// Upstream: pkg/api/node/util.go

import type { NodeSelectorTerm } from '../../../api/core-v1.ts'
import type { FieldPath } from '../../../apimachinery/field-error.ts'
import { getOwn } from '../../../apimachinery/json.ts'
import { isValidLabelValue } from '../../../apimachinery/validation/label-names.ts'

const deprecated: Readonly<Record<string, string>> = {
  'beta.kubernetes.io/arch': 'deprecated since v1.14; use "kubernetes.io/arch" instead',
  'beta.kubernetes.io/os': 'deprecated since v1.14; use "kubernetes.io/os" instead',
  'failure-domain.beta.kubernetes.io/region':
    'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
  'failure-domain.beta.kubernetes.io/zone':
    'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  'beta.kubernetes.io/instance-type':
    'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
  'app.kubernetes.io/created-by': 'deprecated since v1.9',
  'scheduler.alpha.kubernetes.io/preferAvoidPods':
    'deprecated since v1.22; use Taints and Tolerations instead',
  'node-role.kubernetes.io/master': 'use "node-role.kubernetes.io/control-plane" instead',
}

/** The end of the warning about a deprecated label of nodes; undefined for any other label. */
export const nodeLabelDeprecation = (key: string): string | undefined => getOwn(deprecated, key)

/** The warnings about deprecated labels in a node selector's term. `checkValues`: about invalid values too. */
export function warningsForNodeSelectorTerm(
  term: NodeSelectorTerm,
  checkValues: boolean,
  path: FieldPath,
  minor: number,
): string[] {
  return (term.matchExpressions ?? []).flatMap((expression, i) => {
    const at = path.child('matchExpressions').index(i)
    const text = nodeLabelDeprecation(expression.key ?? '')
    const out = text === undefined ? [] : [`${at.child('key')}: ${expression.key} is ${text}`]
    if (!checkValues) return out
    const values = expression.values ?? []
    return [
      ...out,
      ...values.flatMap((value, j) =>
        isValidLabelValue(value, minor).map(
          (m) => `${at.child('values').index(j)}: ${value} is invalid, ${m}`,
        ),
      ),
    ]
  })
}
