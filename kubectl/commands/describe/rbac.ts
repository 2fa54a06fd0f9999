// Upstream: kubectl/pkg/describe/describe.go (RoleDescriber, RoleBindingDescriber, …)
import type { Subject } from '../../../api/rbac-v1.ts'
import { compactRules, type Rule, ruleCells } from '../policy-rules.ts'
import type { Describer } from './describer.ts'
import { annotationsText, labelsText } from './parts.ts'

/** Describes a Role or ClusterRole: its rules, joined by resource. */
export const describeRole: Describer = (_session, object) => {
  const { name = '', labels, annotations } = object.metadata
  const rows = compactRules((object['rules'] ?? []) as Rule[]).map((r) => `  ${ruleCells(r).join('\t')}\n`)
  return `Name:\t${name}\n${labelsText(labels)}${annotationsText('Annotations', annotations)}PolicyRule:\n  Resources\tNon-Resource URLs\tResource Names\tVerbs\n  ---------\t-----------------\t--------------\t-----\n${rows.join('')}`
}

/** Describes a RoleBinding or ClusterRoleBinding: its role and subjects. */
export const describeRoleBinding: Describer = (_session, object) => {
  const { name = '', labels, annotations } = object.metadata
  const ref = object['roleRef'] as { kind: string; name: string }
  const subjects = ((object['subjects'] ?? []) as Subject[]).map(
    (s) => `  ${s.kind}\t${s.name}\t${s.namespace ?? ''}\n`,
  )
  return `Name:\t${name}\n${labelsText(labels)}${annotationsText('Annotations', annotations)}Role:\n  Kind:\t${ref.kind}\n  Name:\t${ref.name}\nSubjects:\n  Kind\tName\tNamespace\n  ----\t----\t---------\n${subjects.join('')}`
}
