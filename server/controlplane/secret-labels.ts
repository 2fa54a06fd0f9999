// Upstream: pkg/serviceaccount/legacy.go (patchSecretWithLastUsedDate)
import type { Logger } from '../../component-base/klog.ts'
import type { LegacyTokenOptions } from '../endpoints/authentication/legacy-tokens.ts'
import type { GenericAPIServer } from '../endpoints/generic-apiserver.ts'
import { ignoringConflicts, OwnObjects } from './own-objects.ts'

/** Labels Secrets as the server itself does. What goes wrong is logged: nobody's request is to fail for it. */
export function secretLabels(
  apiserver: GenericAPIServer,
  logger: Logger,
): Required<LegacyTokenOptions>['label'] {
  const secrets = OwnObjects.of(apiserver, 'v1', 'secrets')
  return async ({ metadata: { namespace = '', name = '', uid } }, key, value) => {
    try {
      const own = await secrets?.get(namespace, name)
      if (own === undefined || own.metadata.uid !== uid) return
      const { metadata } = own
      const labels = { ...metadata.labels, [key]: value }
      await ignoringConflicts(secrets!.update({ ...own, metadata: { ...metadata, labels } }))
    } catch (error) {
      const what = `Failed to label legacy service account token ${name}/${namespace} with last-used date`
      logger.log('E', `${what}, err: ${(error as Error).message}`)
    }
  }
}
