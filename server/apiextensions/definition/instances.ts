// Upstream: staging/src/k8s.io/apiextensions-apiserver/pkg/controller/finalizer/crd_finalizer.go (CRClientGetter, ListerCollectionDeleter)
import type { Definition } from './definition.ts'

/** The custom resources of a definition, for who has to delete them all. */
export interface Instances {
  /**
   * The namespaces that have instances, each once; '' stands for those of cluster scope. Asks the store itself. Throws an Error
   * where they cannot be listed.
   */
  namespaces(definition: Definition): Promise<readonly string[]>
  /**
   * DELETE of the collection in a namespace ('' for cluster scope), by storage: no admission, finalizers are kept. Throws an Error
   * where one cannot be deleted.
   */
  deleteCollection(definition: Definition, namespace: string): Promise<void>
}
