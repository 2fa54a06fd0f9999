// Upstream: staging/src/k8s.io/apiserver/pkg/util/peerproxy/peerproxy_handler.go of 1.28 (findServiceableByServers, addSVToMap)
import type { KubeObject } from '../../apimachinery/json.ts'
import { storageVersionName, versionsOf } from '../../apimachinery/storage-version-status.ts'
import type { GenericAPIServer } from '../endpoints/generic-apiserver.ts'
import type { GroupVersionResource, PeerDirectory } from './peer-directory.ts'
import type { StorageVersions } from './storage-versions.ts'

/** Reads in StorageVersions which servers serve what. */
export class StorageVersionDirectory implements PeerDirectory {
  private readonly apiserver: GenericAPIServer
  private readonly own: string
  private readonly versions: Pick<StorageVersions, 'isComplete'>

  constructor(apiserver: GenericAPIServer, own: string, versions: Pick<StorageVersions, 'isComplete'>) {
    this.apiserver = apiserver
    this.own = own
    this.versions = versions
  }

  async start(): Promise<void> {}

  async stop(): Promise<void> {}

  isReady(): boolean {
    return this.versions.isComplete()
  }

  /** None where nobody tells of the resource: it is one of custom resources, or of an aggregated server. */
  async serversOf(resource: GroupVersionResource): Promise<readonly string[]> {
    const { storage } = this.apiserver.context
    const name = storageVersionName(resource.apiGroup, resource.resource)
    const record = await storage.get(`/registry/storageversions/${name}`, { cached: true })
    const able = record === undefined ? [] : serving(record.object, resource.apiVersion)
    return able.includes(this.own) ? [] : able
  }
}

const serving = (object: KubeObject, version: string): string[] =>
  versionsOf(object)
    .filter(({ servedVersions }) => (servedVersions ?? []).some((one) => one.split('/').at(-1) === version))
    .map(({ apiServerID = '' }) => apiServerID)
