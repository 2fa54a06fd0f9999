// Upstream: staging/src/k8s.io/apiserver/pkg/util/webhook/validation.go (ValidateCABundle)
import { rootsError } from '../../../../component-base/go/x509.ts'

/** Why a caBundle (base64, as in the API) holds no certificates; undefined where it does, or is empty. */
export function caBundleProblem(caBundle: string | undefined | null): string | undefined {
  if (!caBundle) return undefined
  const why = rootsError(Buffer.from(caBundle, 'base64').toString('latin1'))
  return why && `unable to load root certificates: ${why}`
}
