// Upstream: plugin/pkg/admission/namespace/{autoprovision,exists}/admission.go

import { StatusError } from '../../apimachinery/status-error.ts'
import { trackFields } from '../endpoints/field-manager.ts'
import type { GenericAPIServer } from '../endpoints/generic-apiserver.ts'
import { loopbackRequest, scopeOf } from '../endpoints/scope.ts'
import { create } from '../registry/generic/create.ts'
import { knownOrNewest } from '../storage/known-or-newest.ts'
import type { AdmissionAttributes, AdmissionPlugin } from './chain.ts'
import { forbid, namespaceMissing } from './forbid.ts'
import { RequestAdmission } from './request-admission.ts'

/** Whether the request is about something in a namespace, and not a namespace itself. */
const isInNamespace = ({ request, kind }: AdmissionAttributes): boolean =>
  request.namespace !== '' && !(kind.group === '' && kind.kind === 'Namespace')

const isThere = async ({ context }: GenericAPIServer, name: string): Promise<boolean> =>
  (await knownOrNewest(context.storage, `/registry/namespaces/${name}`)) !== undefined

/** Nothing is written or deleted in a namespace that is missing. */
export const namespaceExists = (apiserver: GenericAPIServer): AdmissionPlugin => ({
  name: 'NamespaceExists',
  handles: (operation) => operation !== 'CONNECT',
  async validate(attributes) {
    const { namespace } = attributes.request
    if (isInNamespace(attributes) && !(await isThere(apiserver, namespace))) throw namespaceMissing(namespace)
  },
})

/** The plugin NamespaceAutoProvision: creates a missing namespace before the first object in it is created. */
export const namespaceAutoProvision = (apiserver: GenericAPIServer): AdmissionPlugin => ({
  name: 'NamespaceAutoProvision',
  handles: (operation) => operation === 'CREATE',
  async admit(attributes) {
    const { namespace, dryRun } = attributes.request
    if (dryRun || !isInNamespace(attributes) || (await isThere(apiserver, namespace))) return
    try {
      await createNamespace(apiserver, namespace)
    } catch (error) {
      if (!(error instanceof StatusError)) throw error
      if (error.reason !== 'AlreadyExists') throw forbid(attributes, error.message)
    }
  },
})

/** Creates the namespace as the server's own client does: with admission, and in the name of the server. */
async function createNamespace(apiserver: GenericAPIServer, name: string): Promise<void> {
  const scope = scopeOf(apiserver, apiserver.registry.resource('', 'v1', 'namespaces')!)!
  const request = loopbackRequest(scope, name, name)
  const admission = new RequestAdmission(apiserver.admission, request, scope.kind)
  const object = apiserver.scheme.normalize({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  const tracked = await trackFields(scope, undefined, scope.storage.toStorage(object), 'kube-apiserver')
  await admission.mutate(tracked, undefined)
  await create(scope.store, request, tracked, admission.createValidation)
}
