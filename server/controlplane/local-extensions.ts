// Upstream: staging/src/k8s.io/apiserver/pkg/util/peerproxy/gv_exclusion_manager.go
import type { KubeObject } from '../../apimachinery/json.ts'
import type { Storage } from '../storage/interface.ts'
import { readableObject } from '../storage/readable-object.ts'
import type { GroupVersionResource } from './peer-directory.ts'

type GroupVersion = Pick<GroupVersionResource, 'apiGroup' | 'apiVersion'>

interface Definition {
  readonly group?: string
  readonly versions?: readonly { readonly name?: string; readonly served?: boolean }[]
}

const definesVersion = ({ spec }: KubeObject, { apiGroup, apiVersion }: GroupVersion): boolean => {
  const { group, versions = [] } = (spec ?? {}) as Definition
  return group === apiGroup && versions.some(({ name, served }) => name === apiVersion && served === true)
}

const aggregatesVersion = ({ spec }: KubeObject, { apiGroup, apiVersion }: GroupVersion): boolean => {
  const { group, version, service } = (spec ?? {}) as { group?: string; version?: string; service?: unknown }
  return group === apiGroup && version === apiVersion && service != null
}

/** Whether a group version is one of custom resources or of an aggregated server: those are every server's own. */
export async function locallyExtended(storage: Storage, version: GroupVersion): Promise<boolean> {
  const some = async (prefix: string, holds: (object: KubeObject, version: GroupVersion) => boolean) =>
    (await storage.list(prefix, { cached: true })).records.some((record) => {
      const object = readableObject(record)
      return object !== undefined && holds(object, version)
    })
  return (
    (await some('/registry/apiextensions.k8s.io/customresourcedefinitions/', definesVersion)) ||
    (await some('/registry/apiregistration.k8s.io/apiservices/', aggregatesVersion))
  )
}
