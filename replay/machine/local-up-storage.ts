// Upstream: create_storage_class of hack/local-up-cluster.sh, cluster/addons/storage-class/local/default.yaml
import { parseKubeconfig } from '../../client/kubeconfig.ts'
import { isAlreadyExists, RestClient } from '../../client/rest-client.ts'
import type { RunningServer } from '../../cluster/component-start.ts'
import type { ComponentRuntime } from '../runtime.ts'

const metadata = {
  annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
  labels: { 'addonmanager.kubernetes.io/mode': 'EnsureExists' },
  name: 'standard',
  namespace: 'kube-system',
}
const storageClass = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata,
  provisioner: 'kubernetes.io/host-path',
}
const applied = {
  ...storageClass,
  metadata: {
    ...metadata,
    annotations: {
      ...metadata.annotations,
      'kubectl.kubernetes.io/last-applied-configuration': `${JSON.stringify(storageClass)}\n`,
    },
  },
}

/** Applies the default StorageClass of the script's cluster; one that a kept store has stays. */
export async function applyStorageClass(
  apiserver: RunningServer,
  connect: ComponentRuntime['connect'],
): Promise<void> {
  const client = new RestClient(parseKubeconfig(apiserver.kubeconfig('admin')), 'kubectl', undefined, connect)
  try {
    await client.create('/apis/storage.k8s.io/v1/storageclasses', applied)
  } catch (error) {
    if (!isAlreadyExists(error)) throw error
  } finally {
    client.close()
  }
}
