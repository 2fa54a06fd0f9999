// Upstream: pkg/apis/admissionregistration/validation/static_suffix.go
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { registryDialect } from '../dialect.ts'
import type { ServerContext } from '../generic/strategy.ts'

/** Names with this end are kept for configurations in files. */
export const staticSuffix = '.static.k8s.io'

const reserved = `names ending with "${staticSuffix}" are reserved for static manifest-based configurations and cannot be managed via the API`

const isStatic = ({ metadata }: KubeObject): boolean => metadata.name?.endsWith(staticSuffix) ?? false

/** Whether nobody may create an object of such a name by the API. */
export const reservesStaticNames = ({ gates }: ServerContext): boolean =>
  gateEnabled(gates, 'ManifestBasedAdmissionControlConfig')

/** The refusal of an object that would have such a name. */
export const staticNameErrors = (server: ServerContext, object: KubeObject): FieldError[] =>
  reservesStaticNames(server) && isStatic(object)
    ? [field.invalid(FieldPath.of('metadata').child('name'), object.metadata.name, reserved)]
    : []

/** A warning about such a name. */
export const staticNameWarnings = ({ release }: ServerContext, object: KubeObject): string[] =>
  registryDialect(release.minor).reservesStaticNames && isStatic(object) ? [`metadata.name: ${reserved}`] : []
