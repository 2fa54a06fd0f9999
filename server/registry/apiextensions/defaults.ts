// Upstream: apiextensions-apiserver pkg/apis/apiextensions/v1/defaults.go
import type {
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionStatus,
} from '../../../api/apiextensions-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { subObject } from '../core/sub-object.ts'

const specOf = (object: KubeObject): CustomResourceDefinitionSpec => subObject(object, 'spec')

/** Sets the defaults of a definition: names, conversion, the port of a service, the stored version. */
export function setDefaults(object: KubeObject): void {
  const spec = specOf(object)
  spec.names ??= {}
  const { names } = spec
  const { kind = '' } = names
  if (kind !== '') {
    names.singular ||= kind.toLowerCase()
    names.listKind ||= `${kind}List`
  }
  spec.conversion ??= { strategy: 'None' }
  const { webhook } = spec.conversion
  // The internal type has no place for a webhook of which nothing is said.
  if (webhook?.clientConfig == null && webhook?.conversionReviewVersions == null)
    delete spec.conversion.webhook
  const service = webhook?.clientConfig?.service
  if (service) service.port ??= 443
  const status = subObject<CustomResourceDefinitionStatus>(object, 'status')
  if (!status.storedVersions?.length) addStoredVersion(object)
}

/** Notes in the status that objects are stored in the version which the spec names now. */
export function addStoredVersion(object: KubeObject): void {
  const status = subObject<CustomResourceDefinitionStatus>(object, 'status')
  const stored = specOf(object).versions?.find(({ storage }) => storage)?.name
  if (stored === undefined || status.storedVersions?.includes(stored)) return
  status.storedVersions = [...(status.storedVersions ?? []), stored]
}
