// The types that expressions of admission see. Upstream: k8s.io/apiserver/pkg/admission/plugin/cel/compile.go (BuildRequestType,
// BuildNamespaceType), k8s.io/apiserver/pkg/cel/mutation
import type { ObjectTypes } from '../checker/declarations.ts'
import { typeFrom } from '../types/signature.ts'
import { type CelType, dynType, objectType, stringType } from '../types/type.ts'

/** Objects with their fields: `kubernetes.UserInfo  username string, groups list(string)`. */
const described = `
kubernetes.GroupVersionKind  group string, version string, kind string
kubernetes.GroupVersionResource  group string, version string, resource string
kubernetes.UserInfo  username string, uid string, groups list(string), extra map(string, list(string))
kubernetes.AdmissionRequest  kind kubernetes.GroupVersionKind, resource kubernetes.GroupVersionResource, subResource string, requestKind kubernetes.GroupVersionKind, requestResource kubernetes.GroupVersionResource, requestSubResource string, name string, namespace string, operation string, userInfo kubernetes.UserInfo, dryRun bool, options dyn
kubernetes.NamespaceSpec  finalizers list(string)
kubernetes.NamespaceCondition  status string, type string, lastTransitionTime timestamp, message string, reason string
kubernetes.NamespaceStatus  conditions list(kubernetes.NamespaceCondition), phase string
kubernetes.NamespaceMetadata  name string, generateName string, namespace string, labels map(string, string), annotations map(string, string), UID string, creationTimestamp timestamp, deletionGracePeriodSeconds int, deletionTimestamp timestamp, generation int, resourceVersion string, finalizers list(string)
kubernetes.Namespace  metadata kubernetes.NamespaceMetadata, spec kubernetes.NamespaceSpec, status kubernetes.NamespaceStatus
`

type Fields = ReadonlyMap<string, CelType>

function fieldsOf(text: string): Fields {
  // A comma separates fields where a name and a type follow it.
  const parts = text.split(/, (?=\w+ )/)
  return new Map(
    parts.map((part) => {
      const [, name, type] = /^(\w+) (.+)$/.exec(part)!
      return [name!, typeFrom(type!)]
    }),
  )
}

/** Types by their names, of a text with a line for each: `kubernetes.A  field string, other list(string)`. */
export const describedTypes = (text: string): ReadonlyMap<string, Fields> =>
  new Map(
    text
      .trim()
      .split('\n')
      .map((line) => {
        const [name, fields] = line.split('  ') as [string, string]
        return [name, fieldsOf(fields)]
      }),
  )

/** The objects of a table by their names. */
export const objectsOf = (table: ReadonlyMap<string, Fields>): ObjectTypes => ({
  fields: (name) => table.get(name),
  type: (name) => (table.has(name) ? objectType(name) : undefined),
})

/** The types of admission requests and namespaces. */
export const admissionObjects = objectsOf(describedTypes(described))

/** The fields of an object that has any name as a field, all of them dyn. */
class AnyFields extends Map<string, CelType> {
  override has(): boolean {
    return true
  }
  override get(): CelType {
    return dynType
  }
}

/** Upstream's type has fields of any name, and those that it does not know are of a type without a name. */
class PatchFields extends Map<string, CelType> {
  override has(): boolean {
    return true
  }
  override get(name: string): CelType {
    return super.get(name) ?? objectType('')
  }
}

const patchFields: Fields = new PatchFields([
  ['op', stringType],
  ['path', stringType],
  ['from', stringType],
  ['value', dynType],
])

const isObject = (name: string): boolean => name === 'Object' || name.startsWith('Object.')

/** The types of objects that mutations make: JSONPatch, and Object with whatever is below it. */
export const patchObjects: ObjectTypes = {
  fields: (name) => (name === 'JSONPatch' ? patchFields : isObject(name) ? new AnyFields() : undefined),
  type: (name) => (name === 'JSONPatch' || isObject(name) ? objectType(name) : undefined),
}
