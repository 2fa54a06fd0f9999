// Upstream: k8s.io/apiserver/pkg/admission/plugin/policy/validating/typechecking.go
import type {
  ExpressionWarning,
  RuleWithOperations,
  ValidatingAdmissionPolicySpec,
} from '../../api/admissionregistration-v1.ts'
import { type KnownTypes, TypeChecker } from '../../cel/admission/type-checker.ts'
import type { DeclType } from '../../cel/schema/decl-type.ts'
import { type GroupVersionKind, showKind } from './schemas.ts'

/** The limit of kinds for which one rule of a policy is checked. */
const maxTypes = 10

/** Finds the kinds of a resource, in every group where `group` is empty. */
export type KindsFor = (group: string, version: string, resource: string) => Promise<GroupVersionKind[]>

const exact = (items: readonly string[] | undefined): readonly string[] =>
  items?.some((one) => one.includes('*')) ? [] : [...(items ?? [])].sort()

const whole = (resources: readonly string[] | undefined): readonly string[] =>
  (resources ?? []).filter((one) => !/[*/]/.test(one)).sort()

function* combinations(rule: RuleWithOperations): Iterable<[string, string, string]> {
  for (const group of exact(rule.apiGroups))
    for (const version of exact(rule.apiVersions))
      for (const resource of whole(rule.resources)) yield [group, version, resource]
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const sorted = (kinds: Iterable<GroupVersionKind>): GroupVersionKind[] =>
  [...kinds].sort(
    (a, b) => compare(a.group, b.group) || compare(a.version, b.version) || compare(a.kind, b.kind),
  )

/** The kinds that a policy's rules name without wildcards, sorted. @note The rule that reaches the limit is the last. */
export async function kindsOf(
  spec: ValidatingAdmissionPolicySpec,
  kindsFor: KindsFor,
): Promise<GroupVersionKind[]> {
  const found = new Map<string, GroupVersionKind>()
  for (const rule of spec.matchConstraints?.resourceRules ?? []) {
    let count = 0
    for (const [group, version, resource] of combinations(rule))
      for (const kind of await kindsFor(group, version, resource)) {
        found.set(showKind(kind), kind)
        count++
        if (count === maxTypes) return sorted(found.values())
      }
  }
  return sorted(found.values())
}

/** A kind, and the type of its objects in expressions. */
export interface TypedKind {
  readonly kind: GroupVersionKind
  readonly type: DeclType
}

/** The warnings about a policy's expressions for objects of these kinds. @param minor the release whose CEL it is */
export function expressionWarnings(
  spec: ValidatingAdmissionPolicySpec,
  kinds: readonly TypedKind[],
  params: KnownTypes['params'],
  minor: number,
): ExpressionWarning[] {
  const checkers = kinds.map(({ kind, type }) => {
    const checker = new TypeChecker(minor, { object: type, params })
    for (const { name = '', expression = '' } of spec.variables ?? []) checker.addVariable(name, expression)
    return { kind, checker }
  })
  const warnings = (fieldRef: string, expression: string): ExpressionWarning[] => {
    const texts = checkers.flatMap(({ kind, checker }) => {
      const problem = checker.problem(expression)
      return problem === undefined ? [] : [`${showKind(kind)}: ${problem}\n`]
    })
    return texts.length === 0 ? [] : [{ fieldRef, warning: texts.join('\n') }]
  }
  return (spec.validations ?? []).flatMap(({ expression = '', messageExpression = '' }, i) => [
    ...warnings(`spec.validations[${i}].expression`, expression),
    ...(messageExpression === ''
      ? []
      : warnings(`spec.validations[${i}].messageExpression`, messageExpression)),
  ])
}
