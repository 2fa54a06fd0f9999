// Upstream: pkg/registry/certificates/certificates/strategy.go
import type { KubeObject } from '../../apimachinery/json.ts'
import type {
  CertificateSigningRequest,
  CertificateSigningRequestSpec,
} from '../api-types/certificates-v1.ts'
import { subObject } from '../core/sub-object.ts'
import { extended } from '../generic/extended-strategy.ts'
import type { RequestContext, ResourceRegistration } from '../generic/strategy.ts'

/** The request says who made it, whatever its writer claims. */
function setRequester({ user }: RequestContext, object: KubeObject): void {
  const spec = subObject<CertificateSigningRequestSpec>(object, 'spec')
  spec.username = user.name
  if (user.uid) spec.uid = user.uid
  else delete spec.uid
  spec.groups = [...user.groups]
  if (user.extra !== undefined && Object.keys(user.extra).length > 0) {
    spec.extra = Object.fromEntries(Object.entries(user.extra).map(([key, values]) => [key, [...values]]))
  } else delete spec.extra
}

export const certificateSigningRequestRegistration: ResourceRegistration = extended(
  'certificates.k8s.io',
  'certificatesigningrequests',
  { hasStatus: true },
  {
    prepareForCreate(ctx, object) {
      setRequester(ctx, object)
      object['status'] = {}
    },
    selectableFields: (object) => ({
      'spec.signerName': (object as unknown as CertificateSigningRequest).spec?.signerName ?? '',
    }),
  },
)
