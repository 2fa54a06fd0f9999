// Upstream: kubectl/pkg/cmd/proxy
import { KubectlError } from '../errors.ts'

/** `kubectl proxy`: rejects, since it would have to listen; a replay's machine answers in its place. */
export async function proxy(): Promise<number> {
  throw new KubectlError('kubectl proxy has nothing to listen on here; on a replay machine it answers curl')
}
