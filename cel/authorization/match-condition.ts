// Upstream: k8s.io/apiserver/pkg/authorization/cel/compile.go
import { type AdmissionCompiled, compileIn } from '../admission/compiler.ts'
import { describedTypes, objectsOf } from '../admission/types.ts'
import { baseEnvironment, type Environment } from '../environment.ts'
import { boolType, objectType } from '../types/type.ts'

const selectorFields = 'rawSelector string, requirements list(kubernetes.SelectorRequirement)'

/** The types that match conditions of authorizers see: a review's spec. @param selectors whether it tells of selectors */
const typesOf = (selectors: boolean): string => `
kubernetes.SubjectAccessReviewSpec  resourceAttributes kubernetes.ResourceAttributes, nonResourceAttributes kubernetes.NonResourceAttributes, user string, groups list(string), extra map(string, list(string)), uid string
kubernetes.ResourceAttributes  namespace string, verb string, group string, version string, resource string, subresource string, name string${selectors ? ', fieldSelector kubernetes.FieldSelectorAttributes, labelSelector kubernetes.LabelSelectorAttributes' : ''}
kubernetes.FieldSelectorAttributes  ${selectorFields}
kubernetes.LabelSelectorAttributes  ${selectorFields}
kubernetes.SelectorRequirement  key string, operator string, values list(string)
kubernetes.NonResourceAttributes  path string, verb string
`

const environments = new Map<string, Environment>()

function environmentFor(minor: number, selectors: boolean): Environment {
  const key = `${minor} ${selectors}`
  const known = environments.get(key)
  if (known !== undefined) return known
  const made = baseEnvironment(minor, 'stored').extend({
    variables: new Map([['request', objectType('kubernetes.SubjectAccessReviewSpec')]]),
    objects: objectsOf(describedTypes(typesOf(selectors))),
  })
  environments.set(key, made)
  return made
}

/** A match condition of an authorizer, compiled, or what is wrong with it. @param selectors AuthorizeWithSelectors */
export const compileMatchCondition = (
  expression: string,
  minor: number,
  selectors: boolean,
): AdmissionCompiled =>
  compileIn(
    environmentFor(minor, selectors),
    expression,
    [boolType],
    (_wanted, actual) => `must evaluate to bool but got ${actual}`,
  )
